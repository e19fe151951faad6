import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { NetworkError, RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';
import { resetRequestFault } from './request-form.tsx';

const refusal = (code: ErrorCode, error: string) =>
  new RefusedError(400, { error, code, requestId: 'r-1' }, undefined);

test('who has no account is told so, as the server says it', () => {
  const text = 'Nenhuma conta encontrada com este e-mail.';
  expect(resetRequestFault(refusal('account_not_found', text)).text).toBe(text);
});

test('any other refusal is a link that could not be sent', () => {
  const text = 'Erro ao enviar link de recuperação.';
  expect(resetRequestFault(refusal('internal', 'Algo falhou do nosso lado.')).text).toBe(text);
});

test('how long to wait is told', () => {
  const error = new RefusedError(
    429,
    { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r-1' },
    600,
  );
  expect(resetRequestFault(error)).toMatchObject({
    text: 'Muitas tentativas.',
    more: 'Tente de novo em 10 minutos.',
  });
});

test('without an answer of ours the mail was not sent', () => {
  const text = 'Erro ao enviar email.';
  expect(resetRequestFault(new NetworkError(undefined)).text).toBe(text);
  expect(resetRequestFault(new UnexpectedAnswerError(502, undefined)).text).toBe(text);
});
