import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import { failedResetOutcome } from './request-form.tsx';

const refusal = (code: ErrorCode, error: string) =>
  new ApiError(400, { error, code, requestId: 'r-1' }, undefined);

test("an unknown e-mail shows the server's text", () => {
  const text = 'Nenhuma conta encontrada com este e-mail.';
  expect(failedResetOutcome(refusal('account_not_found', text)).text).toBe(text);
});

test('any other refusal says that the link could not be sent', () => {
  const text = 'Erro ao enviar link de recuperação.';
  expect(failedResetOutcome(refusal('internal', 'Algo falhou do nosso lado.')).text).toBe(text);
});

test('a rate limit shows the waiting time', () => {
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

test('a network fault or a foreign response says that the mail was not sent', () => {
  const text = 'Erro ao enviar email.';
  expect(failedResetOutcome(new NetworkError(undefined)).text).toBe(text);
  expect(failedResetOutcome(new UnexpectedResponseError(502, undefined)).text).toBe(text);
});
