import { RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { retryAfterText } from '../../../forms/retry-after-text.ts';
import type { PartFault, PartName } from './save-parts.ts';

export const saveFaultTitle = 'Erro ao atualizar conta';
const later = 'Tente novamente mais tarde.';
const unauthenticated = 'Usuário não autenticado.';

const prefixes = {
  profile: 'Erro ao atualizar perfil: ',
  email: 'Erro ao atualizar e-mail: ',
  password: 'Erro ao atualizar senha: ',
} satisfies Record<PartName, string>;

function reasonOf(error: unknown) {
  if (error instanceof UnexpectedAnswerError) return later;
  const { text, requestId } = describeError(error);
  if (!(error instanceof RefusedError)) return text;
  const more = requestId === undefined ? retryAfterText(error) : `Código para o suporte: ${requestId}.`;
  return [text, more].filter(Boolean).join(' ');
}

/** Which part failed and why, one line each. */
export function saveFaultLines(failed: readonly PartFault[]): string[] {
  const lines = failed.map(({ part, error }) =>
    error instanceof RefusedError && error.body.code === 'unauthenticated'
      ? unauthenticated
      : `${prefixes[part]}${reasonOf(error)}`,
  );
  return [...new Set(lines)];
}

const savedNames = {
  profile: 'perfil',
  email: 'pedido de troca de e-mail',
  password: 'nova senha',
} satisfies Record<PartName, string>;

/** So that nobody saves again what is saved; undefined where nothing went through. */
export function savedText(saved: readonly PartName[]) {
  if (saved.length === 0) return undefined;
  const list = new Intl.ListFormat('pt-BR').format(saved.map((part) => savedNames[part]));
  return `Já está salvo: ${list}.`;
}
