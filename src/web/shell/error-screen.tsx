import { useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { ApiError, UnexpectedResponseError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { BackButton } from '#web/app/back-button.tsx';
import { Silence } from '#web/pictures/silence.tsx';
import { Button } from '#web/ui/button.tsx';
import { noConnectionError } from './no-connection.ts';
import { reloadIfReachable } from './reload-page.ts';

type PageError = { title: string; text: string; requestId?: string | undefined };

/** Each browser has its own message for a chunk that failed to load. */
const chunkLoadError = /dynamically imported module|importing a module script failed|failed to fetch/i;

export function describePageError(error: unknown, online: boolean): PageError {
  const isLostPiece = error instanceof Error && chunkLoadError.test(error.message);
  if (!online || isLostPiece) {
    return noConnectionError;
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Página não encontrada',
      text: 'O endereço pode ter mudado ou ter sido digitado errado.',
    };
  }
  const hasText = error instanceof ApiError || error instanceof UnexpectedResponseError;
  const { text, requestId } = errorMessage(error);
  return {
    title: 'Algo deu errado',
    text: hasText
      ? text
      : 'A falha é nossa, não sua. Recarregue a página; o que já estava salvo continua salvo.',
    requestId,
  };
}

function ReloadButton() {
  const [state, setState] = useState<'ready' | 'asking' | 'unanswered'>('ready');

  async function reload() {
    setState('asking');
    try {
      await reloadIfReachable();
    } catch {
      setState('unanswered');
    }
  }

  return (
    <>
      <Button busy={state === 'asking'} onClick={() => void reload()}>
        Recarregar a página
      </Button>
      <p role="status" className="order-last basis-full text-sm text-ink-soft">
        {state === 'unanswered' ? 'Ainda sem resposta. Tente de novo em alguns instantes.' : null}
      </p>
    </>
  );
}

export function ErrorScreen({ error }: { error: unknown }) {
  const { title, text, requestId } = describePageError(
    error,
    typeof navigator === 'undefined' || navigator.onLine,
  );
  return (
    <div className="mx-auto max-w-page px-gutter py-20 sm:px-8 sm:py-28">
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-4">
        <Silence className="mb-4 max-w-72" />
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="text-ink-soft">{text}</p>
        {requestId === undefined ? null : (
          <p className="text-sm text-ink-faint">
            Código para o suporte: <code className="select-all">{requestId}</code>
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-3">
          <ReloadButton />
          <BackButton />
        </div>
      </div>
    </div>
  );
}
