import { expect, test } from 'vitest';
import { ApiError, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { AccountFormSchema, savedText, saveErrorLines, saveParts } from './save-account.ts';

function faultOf(newPassword: string) {
  const typed = { name: 'Ana', email: 'ana@exemplo.com', newPassword };
  return AccountFormSchema.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message]);
}

test('an empty password changes nothing', () => {
  expect(faultOf('')).toBeUndefined();
});

test('a password under six characters shows only that error', () => {
  expect(faultOf('Ab-1')).toEqual([['newPassword', 'A nova senha deve ter pelo menos 6 caracteres.']]);
});

test('a longer password shows every broken rule', () => {
  expect(faultOf('abcdef')).toEqual([
    [
      'newPassword',
      'A senha deve ter pelo menos 8 caracteres. A senha deve ter pelo menos uma letra maiúscula. A senha deve ter pelo menos um número. A senha deve ter pelo menos um caractere especial.',
    ],
  ]);
});

test('a password that meets the five rules is accepted', () => {
  expect(faultOf('Segredo-forte-1')).toBeUndefined();
});

const saves = async () => undefined;

test('a failed part does not block the others', async () => {
  const fault = new Error('refused');
  const result = await saveParts([
    { part: 'password', run: () => Promise.reject(fault) },
    { part: 'profile', run: saves },
  ]);
  expect(result).toEqual({ saved: ['profile'], failed: [{ part: 'password', error: fault }] });
});

test('after a network fault the other parts are skipped and count as failed', async () => {
  const away = new NetworkError(undefined);
  let tried = false;
  const result = await saveParts([
    { part: 'profile', run: () => Promise.reject(away) },
    {
      part: 'email',
      run: async () => {
        tried = true;
      },
    },
  ]);
  expect(tried).toBe(false);
  expect(result.failed).toEqual([
    { part: 'profile', error: away },
    { part: 'email', error: away },
  ]);
});

const refused = (code: 'unauthenticated' | 'password_leaked' | 'too_many_requests', wait?: number) =>
  new ApiError(400, { error: `texto de ${code}`, code, requestId: 'r-1' }, wait);

test("each failed part is named with the server's text", () => {
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

test('an ended session is reported once, even if several parts failed because of it', () => {
  const error = refused('unauthenticated');
  expect(
    saveErrorLines([
      { part: 'profile', error },
      { part: 'password', error },
    ]),
  ).toEqual(['Usuário não autenticado.']);
});

test('a network fault is named', () => {
  expect(saveErrorLines([{ part: 'profile', error: new NetworkError(undefined) }])).toEqual([
    'Erro ao atualizar perfil: Erro de conexão. Verifique sua internet e tente novamente.',
  ]);
});

test('the saved parts are named', () => {
  expect(savedText([])).toBeUndefined();
  expect(savedText(['profile', 'password'])).toBe('Já está salvo: perfil e nova senha.');
});
