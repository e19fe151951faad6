import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { failedResetOutcome } from './request-form.tsx';

const refusal = (code: ErrorCode, error: string) =>
  new ApiError(400, { error, code, requestId: 'r-1' }, undefined);

test('who has no account is told so, as the server says it', () => {
  const text = 'Nenhuma conta encontrada com este e-mail.';
  expect(failedResetOutcome(refusal('account_not_found', text)).text).toBe(text);
});

test('any other refusal is a link that could not be sent', () => {
  const text = 'Erro ao enviar link de recuperação.';
  expect(failedResetOutcome(refusal('internal', 'Algo falhou do nosso lado.')).text).toBe(text);
});

test('how long to wait is told', () => {
  const error = new ApiError(
    429,
    { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r-1' },
    600,
  );
  expect(failedResetOutcome(error)).toMatchObject({
    text: 'Muitas tentativas.',
    more: 'Tente de novo em 10 minutos.',
  });
});

test('without an answer of ours the mail was not sent', () => {
  const text = 'Erro ao enviar email.';
  expect(failedResetOutcome(new NetworkError(undefined)).text).toBe(text);
  expect(failedResetOutcome(new UnexpectedResponseError(502, undefined)).text).toBe(text);
});
