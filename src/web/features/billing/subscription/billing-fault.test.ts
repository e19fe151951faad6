import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { NetworkError, RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';
import { billingFault, checkoutFault } from './api.ts';

const refused = (code: ErrorCode, error: string, retryAfterSeconds?: number) =>
  new RefusedError(400, { code, error, requestId: 'r-1' }, retryAfterSeconds);
const other = 'Erro ao cancelar assinatura.';

test('a refusal is told in the server’s words, and how long to wait', () => {
  expect(billingFault(refused('payment_declined', 'O cartão foi recusado.'), other)).toBe(
    'O cartão foi recusado.',
  );
  expect(billingFault(refused('too_many_requests', 'Muitas tentativas.', 120), other)).toMatch(
    /^Muitas tentativas\. .*2 min/,
  );
});

test('a fault of ours, and no answer at all, are told as what did not work', () => {
  expect(billingFault(refused('internal', 'Algo deu errado.'), other)).toBe(other);
  expect(billingFault(new NetworkError(new Error('away')), other)).toBe(other);
  expect(checkoutFault(new NetworkError(new Error('away')))).toBe('Erro ao redirecionar para o pagamento.');
});

test('an answer without an address is told as such', () => {
  expect(checkoutFault(new UnexpectedAnswerError(200, undefined))).toBe('URL de checkout não retornada.');
  expect(checkoutFault(new UnexpectedAnswerError(502, undefined))).toBe(
    'Erro ao redirecionar para o pagamento.',
  );
});
