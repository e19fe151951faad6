import type { ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { RefusedError, UnexpectedAnswerError } from '../api-client.ts';
import { describeError } from '../error-text.ts';
import { Silence } from '../pictures/sound-strip.tsx';
import { Button } from '../ui/button.tsx';

type Fault = { title: string; text: string; requestId?: string | undefined };

/** What browsers say when a piece of the page could not be fetched; each has words of its own. */
const lostPiece = /dynamically imported module|importing a module script failed|failed to fetch/i;

export function faultOf(error: unknown, online: boolean): Fault {
  const isLostPiece = error instanceof Error && lostPiece.test(error.message);
  if (!online || isLostPiece) {
    return {
      title: 'Sem conexão',
      text: 'Esta parte da página não chegou. Verifique sua internet e recarregue; o que já estava salvo continua salvo.',
    };
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Página não encontrada',
      text: 'O endereço pode ter mudado ou ter sido digitado com um erro.',
    };
  }
  const told = error instanceof RefusedError || error instanceof UnexpectedAnswerError;
  const { text, requestId } = describeError(error);
  return {
    title: 'Algo deu errado',
    text: told
      ? text
      : 'A falha é nossa, não sua. Recarregue a página; o que já estava salvo continua salvo.',
    requestId,
  };
}

export function ErrorScreen({ error, action }: { error: unknown; action?: ReactNode }) {
  const { title, text, requestId } = faultOf(error, typeof navigator === 'undefined' || navigator.onLine);
  return (
    <div className="mx-auto grid max-w-reading content-center gap-4 px-5 py-20 sm:py-28">
      <Silence className="mb-4 max-w-72" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      {requestId === undefined ? null : (
        <p className="text-sm text-ink-faint">
          Código para o suporte: <code className="select-all">{requestId}</code>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
        {action}
      </div>
    </div>
  );
}
