import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import { billingErrorText, checkoutErrorText } from './api.ts';

const refused = (code: ErrorCode, error: string, retryAfterSeconds?: number) =>
  new ApiError(400, { code, error, requestId: 'r-1' }, retryAfterSeconds);
const other = 'Erro ao cancelar assinatura.';

test("a refusal shows the server's text and the waiting time", () => {
  expect(billingErrorText(refused('payment_declined', 'O cartão foi recusado.'), other)).toBe(
    'O cartão foi recusado.',
  );
  expect(billingErrorText(refused('too_many_requests', 'Muitas tentativas.', 120), other)).toMatch(
    /^Muitas tentativas\. .*2 min/,
  );
});

test('an internal error and a network fault show the given text', () => {
  expect(billingErrorText(refused('internal', 'Algo deu errado.'), other)).toBe(other);
  expect(billingErrorText(new NetworkError(new Error('away')), other)).toBe(other);
  expect(checkoutErrorText(new NetworkError(new Error('away')))).toBe(
    'Erro ao redirecionar para o pagamento.',
  );
});

test('an answer without an address has its own text', () => {
  expect(checkoutErrorText(new UnexpectedResponseError(200, undefined))).toBe(
    'URL de checkout não retornada.',
  );
  expect(checkoutErrorText(new UnexpectedResponseError(502, undefined))).toBe(
    'Erro ao redirecionar para o pagamento.',
  );
});
