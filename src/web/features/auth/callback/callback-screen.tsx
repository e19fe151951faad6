import { useEffect } from 'react';
import { Link } from 'react-router';
import { Silence } from '../../../pictures/silence.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { CallbackFault } from './callback-fault.ts';

export function CallbackProgress() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h1 className="text-xl font-semibold">Processando autenticação...</h1>
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner className="size-5 shrink-0 text-thread" />
        Estamos abrindo a sua sessão. Leva só um instante.
      </p>
    </div>
  );
}

/** Three seconds are short: the sign-in repeats what was said here. */
export function stateOf({ text, detail = '' }: CallbackFault) {
  return { fault: `${text} ${detail}`.trim() };
}

type CallbackFailureProps = {
  fault: CallbackFault;
  loginTo: string;
  /** Moves the focus to the words: what had it is gone. */
  onShown: () => void;
};

export function CallbackFailure({ fault, loginTo, onShown }: CallbackFailureProps) {
  useEffect(onShown, [onShown]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <Silence className="mb-4 max-w-72" />
      <h1 className="text-xl font-semibold">Erro na Autenticação</h1>
      <div role="alert" className="grid gap-1">
        <p>{fault.text}</p>
        {fault.detail === undefined ? null : <p className="text-ink-soft">{fault.detail}</p>}
      </div>
      <Link to={loginTo} state={stateOf(fault)} className={`mt-3 ${buttonClass({ size: 'large' })}`}>
        Voltar ao Login
      </Link>
      <p className="text-sm text-ink-soft">Você volta para lá em 3 segundos.</p>
    </div>
  );
}
