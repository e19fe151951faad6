import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { billingErrorText, checkoutErrorText } from './api.ts';

const refused = (code: ErrorCode, error: string, retryAfterSeconds?: number) =>
  new ApiError(400, { code, error, requestId: 'r-1' }, retryAfterSeconds);
const other = 'Erro ao cancelar assinatura.';

test('a refusal is told in the server’s words, and how long to wait', () => {
  expect(billingErrorText(refused('payment_declined', 'O cartão foi recusado.'), other)).toBe(
    'O cartão foi recusado.',
  );
  expect(billingErrorText(refused('too_many_requests', 'Muitas tentativas.', 120), other)).toMatch(
    /^Muitas tentativas\. .*2 min/,
  );
});

test('a fault of ours, and no answer at all, are told as what did not work', () => {
  expect(billingErrorText(refused('internal', 'Algo deu errado.'), other)).toBe(other);
  expect(billingErrorText(new NetworkError(new Error('away')), other)).toBe(other);
  expect(checkoutErrorText(new NetworkError(new Error('away')))).toBe(
    'Erro ao redirecionar para o pagamento.',
  );
});

test('an answer without an address is told as such', () => {
  expect(checkoutErrorText(new UnexpectedResponseError(200, undefined))).toBe(
    'URL de checkout não retornada.',
  );
  expect(checkoutErrorText(new UnexpectedResponseError(502, undefined))).toBe(
    'Erro ao redirecionar para o pagamento.',
  );
});
