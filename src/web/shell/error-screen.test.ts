import { expect, test } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import { describePageError } from './error-screen.tsx';

test.each([
  'Failed to fetch dynamically imported module: /assets/a.js',
  'error loading dynamically imported module: /assets/a.js',
  'Importing a module script failed.',
])('a chunk that failed to load shows a connection error: %s', (message) => {
  expect(describePageError(new TypeError(message), true).title).toBe('Sem conexão');
});

test('without a connection the screen shows every error as a connection error', () => {
  expect(describePageError(new Error('a bug'), false).title).toBe('Sem conexão');
});

test('the screen hides the message of a bug', () => {
  const { title, text, requestId } = describePageError(new Error('undefined is not a function'), true);
  expect(title).toBe('Algo deu errado');
  expect(text).not.toContain('undefined');
  expect(requestId).toBeUndefined();
});

test("an API error shows the server's text, and the request id for a fault of the server", () => {
  const body = { error: 'Erro interno.', code: 'internal', requestId: 'r-1' } as const;
  expect(describePageError(new ApiError(500, body), true)).toMatchObject({
    text: 'Erro interno.',
    requestId: 'r-1',
  });
});

test('the screen shows a missing page as not found', () => {
  const missing = { status: 404, statusText: 'Not Found', internal: false, data: null };
  expect(describePageError(missing, true).title).toBe('Página não encontrada');
});
