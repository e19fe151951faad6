import { expect, test } from 'vitest';
import { NetworkError, RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';
import { savedText, saveFaultLines } from './save-fault.ts';

const refused = (code: 'unauthenticated' | 'password_leaked' | 'too_many_requests', wait?: number) =>
  new RefusedError(400, { error: `texto de ${code}`, code, requestId: 'r-1' }, wait);

test('each part that failed is named, with what the server said', () => {
  expect(
    saveFaultLines([
      { part: 'password', error: refused('password_leaked') },
      { part: 'profile', error: new UnexpectedAnswerError(502, undefined) },
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
    saveFaultLines([
      { part: 'profile', error },
      { part: 'password', error },
    ]),
  ).toEqual(['Usuário não autenticado.']);
});

test('a connection that is away is named', () => {
  expect(saveFaultLines([{ part: 'profile', error: new NetworkError(undefined) }])).toEqual([
    'Erro ao atualizar perfil: Erro de conexão. Verifique sua internet e tente novamente.',
  ]);
});

test('what went through is told', () => {
  expect(savedText([])).toBeUndefined();
  expect(savedText(['profile', 'password'])).toBe('Já está salvo: perfil e nova senha.');
});
