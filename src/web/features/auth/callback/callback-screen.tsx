import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Silence } from '#web/pictures/silence.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { requestWelcome } from './api.ts';
import {
  type CallbackErrorText,
  callbackCauseOf,
  callbackErrorText,
  readCallbackErrorParam,
} from './callback-error.ts';
import {
  abortableDelay,
  type CallbackEnd,
  finishCallback,
  loadProfile,
  type OpenedSession,
  openSession,
} from './finish-callback.ts';
import { useNextScreen } from './use-next-screen.ts';

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

/** This message shows for only three seconds, so the sign-in page repeats it. */
export function stateOf({ text, detail = '' }: CallbackErrorText) {
  return { fault: `${text} ${detail}`.trim() };
}

const returnsAfterMs = 3_000;

export type ReturnProps = {
  /** The sign-in page: opened by the link, or automatically after a delay. */
  loginTo: string;
  onReturn: (fault: CallbackErrorText) => void;
};

export function CallbackFailure({ fault, loginTo, onReturn }: ReturnProps & { fault: CallbackErrorText }) {
  useNextScreen('Erro na Autenticação');
  useEffect(() => {
    const timer = setTimeout(() => onReturn(fault), returnsAfterMs);
    return () => clearTimeout(timer);
  }, [fault, onReturn]);
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

type CallbackStepsProps = ReturnProps & {
  onEnd: (end: CallbackEnd) => void;
  /** When the specified delay began: with the page, or with the press of a button on it. */
  beganMs: number;
};

export function CallbackSteps({ onEnd, beganMs, loginTo, onReturn }: CallbackStepsProps) {
  const [fault, setFault] = useState<CallbackErrorText>();
  const opening = useRef<Promise<OpenedSession>>(undefined);

  useEffect(() => {
    const paramError = readCallbackErrorParam(window.location.search);
    if (paramError !== undefined) return setFault(paramError);
    const left = new AbortController();
    const wait = (ms: number) => abortableDelay(ms, left.signal);
    const sinceOpenedMs = performance.now() - beganMs;
    const openOnce = () => {
      // The target changes after hydration and restarts this effect. A second opening would cancel the first.
      opening.current ??= openSession();
      return opening.current;
    };
    finishCallback({ openSession: openOnce, loadProfile, requestWelcome, wait, sinceOpenedMs }).then(
      (end) => left.signal.aborted || onEnd(end),
      (error: unknown) => left.signal.aborted || setFault(callbackErrorText(callbackCauseOf(error))),
    );
    return () => left.abort();
  }, [onEnd, beganMs]);

  if (fault === undefined) return <CallbackProgress />;
  return <CallbackFailure fault={fault} loginTo={loginTo} onReturn={onReturn} />;
}

type AlreadyConfirmedProps = {
  /** The dashboard page, or the sign-in. */
  to: string;
  isSignedIn: boolean;
};

/** Shown when a user opens the confirmation link a second time. */
export function AlreadyConfirmed({ to, isSignedIn }: AlreadyConfirmedProps) {
  useNextScreen('E-mail confirmado');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h1 className="text-xl font-semibold">Seu e-mail já está confirmado.</h1>
      <p className="text-ink-soft">
        {isSignedIn ? 'Sua conta está aberta neste navegador.' : 'Entre na sua conta para continuar.'}
      </p>
      <Link to={to} className={`mt-3 ${buttonClass({ size: 'large' })}`}>
        {isSignedIn ? 'Continuar' : 'Entrar'}
      </Link>
    </div>
  );
}
