import { BASE_ERROR_CODES } from 'better-auth';
import { expect, test } from 'vitest';
import { callbackCauses, callbackErrorText, readCallbackErrorParam } from './callback-error.ts';

const unexpected = 'Erro inesperado. Tente novamente.';

test('every cause has the text of the specification', () => {
  expect(callbackCauses.map((cause) => callbackErrorText(cause).text)).toEqual([
    'Erro ao processar sessão. Tente novamente.',
    'Sessão não encontrada. Tente fazer login novamente.',
    'Erro ao processar autenticação. Tente novamente.',
    'Usuário não encontrado. Tente fazer login novamente.',
    'Erro ao verificar perfil do usuário.',
    unexpected,
  ]);
});

test('an address without an error code gives no error', () => {
  expect(readCallbackErrorParam('')).toBeUndefined();
  expect(readCallbackErrorParam('?redirect=%2Fdashboard')).toBeUndefined();
});

test.each([
  ['access_denied', 'Erro ao processar autenticação. Tente novamente.'],
  ['account_not_linked', 'Erro ao processar autenticação. Tente novamente.'],
  ['state_mismatch', 'Erro ao processar sessão. Tente novamente.'],
  ['email_not_found', 'Usuário não encontrado. Tente fazer login novamente.'],
])("Google's error code %s gives the specified text", (word, text) => {
  expect(readCallbackErrorParam(`?error=${word}`)?.text).toBe(text);
});

test.each([
  ['INVALID_TOKEN', 'Sessão não encontrada. Tente fazer login novamente.'],
  ['TOKEN_EXPIRED', 'Sessão não encontrada. Tente fazer login novamente.'],
  ['USER_NOT_FOUND', 'Usuário não encontrado. Tente fazer login novamente.'],
] as const)('the error code %s of a mailed link is known', (word, text) => {
  expect(BASE_ERROR_CODES).toHaveProperty(word);
  expect(readCallbackErrorParam(`?error=${word}&redirect=%2F`)?.text).toBe(text);
});

test.each([['constructor'], ['__proto__'], [''], ['<script>'], ['novidade']])(
  'the unknown error code "%s" gives the unexpected error and is never shown',
  (word) => {
    expect(readCallbackErrorParam(`?error=${encodeURIComponent(word)}`)).toEqual({ text: unexpected });
  },
);
