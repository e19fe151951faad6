import { expect, test } from 'vitest';
import { ApiError } from '../api/client.ts';
import { describePageError } from './error-screen.tsx';

test.each([
  'Failed to fetch dynamically imported module: /assets/a.js',
  'error loading dynamically imported module: /assets/a.js',
  'Importing a module script failed.',
])('a piece of the page that did not arrive is told as a connection: %s', (message) => {
  expect(describePageError(new TypeError(message), true).title).toBe('Sem conexão');
});

test('without a connection nothing else is blamed', () => {
  expect(describePageError(new Error('a bug'), false).title).toBe('Sem conexão');
});

test('a bug is ours, and its words stay out of the screen', () => {
  const { title, text, requestId } = describePageError(new Error('undefined is not a function'), true);
  expect(title).toBe('Algo deu errado');
  expect(text).not.toContain('undefined');
  expect(requestId).toBeUndefined();
});

test('an answer of the server brings its own text, and the request where the fault is ours', () => {
  const body = { error: 'Erro interno.', code: 'internal', requestId: 'r-1' } as const;
  expect(describePageError(new ApiError(500, body), true)).toMatchObject({
    text: 'Erro interno.',
    requestId: 'r-1',
  });
});

test('a missing thing is told as missing', () => {
  const missing = { status: 404, statusText: 'Not Found', internal: false, data: null };
  expect(describePageError(missing, true).title).toBe('Página não encontrada');
});
