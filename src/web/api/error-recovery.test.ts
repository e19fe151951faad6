import { expect, test } from 'vitest';
import { errorCodes } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from './client.ts';
import { describeError } from './error-recovery.ts';

function refused(code: (typeof errorCodes)[number]) {
  return new ApiError(400, { error: 'O texto do servidor.', code, requestId: 'r-1' });
}

test.each(errorCodes)('%s shows the text of the server and a recovery', (code) => {
  const { text, recovery } = describeError(refused(code));
  expect(text).toBe('O texto do servidor.');
  expect(recovery).toBeTypeOf('string');
});

test('the page shows the request id only for a fault of the server', () => {
  expect(describeError(refused('internal')).requestId).toBe('r-1');
  expect(describeError(refused('invalid_input')).requestId).toBeUndefined();
  expect(describeError(new UnexpectedResponseError(502, 'r-2')).requestId).toBe('r-2');
});

test('each kind of error offers its recovery', () => {
  expect(describeError(refused('unauthenticated')).recovery).toBe('sign_in');
  expect(describeError(refused('wrong_credentials')).recovery).toBe('correct');
  expect(describeError(refused('token_invalid')).recovery).toBe('sign_in');
  expect(describeError(refused('too_many_requests')).recovery).toBe('wait');
  expect(describeError(refused('database_unavailable')).recovery).toBe('retry');
  expect(describeError(new NetworkError(undefined))).toEqual({
    text: 'Erro de conexão. Verifique sua internet e tente novamente.',
    recovery: 'retry',
  });
  expect(describeError(new TypeError('a bug')).text).not.toContain('bug');
});
