import { expect, test } from 'vitest';
import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import { AccountFormSchema, savedText, saveErrorLines, saveParts } from './save-account.ts';

function errorsFor(newPassword: string) {
  const typed = { name: 'Ana', email: 'ana@exemplo.com', newPassword };
  return AccountFormSchema.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message]);
}

test('the form accepts an empty new password', () => {
  expect(errorsFor('')).toBeUndefined();
});

test('for a password under six characters the form shows only that error', () => {
  expect(errorsFor('Ab-1')).toEqual([['newPassword', 'A nova senha deve ter pelo menos 6 caracteres.']]);
});

test('for a longer password the form shows every broken rule', () => {
  expect(errorsFor('abcdef')).toEqual([
    [
      'newPassword',
      'A senha deve ter pelo menos 8 caracteres. A senha deve ter pelo menos uma letra maiúscula. A senha deve ter pelo menos um número. A senha deve ter pelo menos um caractere especial.',
    ],
  ]);
});

test('the form accepts a password that meets the five rules', () => {
  expect(errorsFor('Segredo-forte-1')).toBeUndefined();
});

const succeed = async () => undefined;

test('saveParts saves the other parts after one fails', async () => {
  const fault = new Error('refused');
  const result = await saveParts([
    { part: 'password', run: () => Promise.reject(fault) },
    { part: 'profile', run: succeed },
  ]);
  expect(result).toEqual({ saved: ['profile'], failed: [{ part: 'password', error: fault }] });
});

test('after a network error saveParts skips the other parts and counts them as failed', async () => {
  const networkError = new NetworkError(undefined);
  let triedEmail = false;
  const result = await saveParts([
    { part: 'profile', run: () => Promise.reject(networkError) },
    {
      part: 'email',
      run: async () => {
        triedEmail = true;
      },
    },
  ]);
  expect(triedEmail).toBe(false);
  expect(result.failed).toEqual([
    { part: 'profile', error: networkError },
    { part: 'email', error: networkError },
  ]);
});

const refused = (code: 'unauthenticated' | 'password_leaked' | 'too_many_requests', wait?: number) =>
  new ApiError(400, { error: `texto de ${code}`, code, requestId: 'r-1' }, wait);

test("the error text names each failed part with the server's text", () => {
  expect(
    saveErrorLines([
      { part: 'password', error: refused('password_leaked') },
      { part: 'profile', error: new UnexpectedResponseError(502, undefined) },
      { part: 'email', error: refused('too_many_requests', 61) },
    ]),
  ).toEqual([
    'Erro ao atualizar senha: texto de password_leaked',
    'Erro ao atualizar perfil: Tente novamente mais tarde.',
    'Erro ao atualizar e-mail: texto de too_many_requests Tente de novo em 2 minutos.',
  ]);
});

test('the error text mentions an ended session once, even if several parts failed because of it', () => {
  const error = refused('unauthenticated');
  expect(
    saveErrorLines([
      { part: 'profile', error },
      { part: 'password', error },
    ]),
  ).toEqual(['Usuário não autenticado.']);
});

test('the error text mentions a network error', () => {
  expect(saveErrorLines([{ part: 'profile', error: new NetworkError(undefined) }])).toEqual([
    'Erro ao atualizar perfil: Erro de conexão. Verifique sua internet e tente novamente.',
  ]);
});

test('savedText names the saved parts', () => {
  expect(savedText([])).toBeUndefined();
  expect(savedText(['profile', 'password'])).toBe('Já está salvo: perfil e nova senha.');
});
