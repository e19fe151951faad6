import { isRouteErrorResponse } from 'react-router';
import { RefusedError, UnexpectedAnswerError } from '../api/client.ts';
import { errorMessage } from '../api/error-message.ts';
import { noConnection } from './no-connection.ts';

type Fault = { title: string; text: string; requestId?: string | undefined };

/** What browsers say when a piece of the page could not be fetched; each has words of its own. */
const lostPiece = /dynamically imported module|importing a module script failed|failed to fetch/i;

export function faultOf(error: unknown, online: boolean): Fault {
  const isLostPiece = error instanceof Error && lostPiece.test(error.message);
  if (!online || isLostPiece) {
    return noConnection;
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Página não encontrada',
      text: 'O endereço pode ter mudado ou ter sido digitado errado.',
    };
  }
  const told = error instanceof RefusedError || error instanceof UnexpectedAnswerError;
  const { text, requestId } = errorMessage(error);
  return {
    title: 'Algo deu errado',
    text: told
      ? text
      : 'A falha é nossa, não sua. Recarregue a página; o que já estava salvo continua salvo.',
    requestId,
  };
}
