import { expect, test } from 'vitest';
import { ApiError, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { AccountFormSchema, savedText, saveErrorLines, saveParts } from './save-account.ts';

function faultOf(newPassword: string) {
  const typed = { name: 'Ana', email: 'ana@exemplo.com', newPassword };
  return AccountFormSchema.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message]);
}

test('a blank password changes nothing', () => {
  expect(faultOf('')).toBeUndefined();
});

test('under six characters only that is said', () => {
  expect(faultOf('Ab-1')).toEqual([['newPassword', 'A nova senha deve ter pelo menos 6 caracteres.']]);
});

test('from six on every broken rule is said, joined', () => {
  expect(faultOf('abcdef')).toEqual([
    [
      'newPassword',
      'A senha deve ter pelo menos 8 caracteres. A senha deve ter pelo menos uma letra maiúscula. A senha deve ter pelo menos um número. A senha deve ter pelo menos um caractere especial.',
    ],
  ]);
});

test('one that keeps the five rules is taken', () => {
  expect(faultOf('Segredo-forte-1')).toBeUndefined();
});

const saves = async () => undefined;

test('a part that fails keeps no other back', async () => {
  const fault = new Error('refused');
  const result = await saveParts([
    { part: 'password', run: () => Promise.reject(fault) },
    { part: 'profile', run: saves },
  ]);
  expect(result).toEqual({ saved: ['profile'], failed: [{ part: 'password', error: fault }] });
});

test('without an answer the rest is not tried, and told as not saved', async () => {
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

test('each part that failed is named, with what the server said', () => {
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

test('a session that is over is said once, however many parts met it', () => {
  const error = refused('unauthenticated');
  expect(
    saveErrorLines([
      { part: 'profile', error },
      { part: 'password', error },
    ]),
  ).toEqual(['Usuário não autenticado.']);
});

test('a connection that is away is named', () => {
  expect(saveErrorLines([{ part: 'profile', error: new NetworkError(undefined) }])).toEqual([
    'Erro ao atualizar perfil: Erro de conexão. Verifique sua internet e tente novamente.',
  ]);
});

test('what went through is told', () => {
  expect(savedText([])).toBeUndefined();
  expect(savedText(['profile', 'password'])).toBe('Já está salvo: perfil e nova senha.');
});
