import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { failedMessageOutcome } from './server-errors.ts';

const notSent = 'Não foi enviado.';
const tooMany = { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r' } as const;

test("a rate-limited message shows the server's reason and the waiting time", () => {
  expect(failedMessageOutcome(new ApiError(429, tooMany, 1_500), { notSent })).toEqual({
    kind: 'failed',
    text: tooMany.error,
    more: 'Tente de novo em 25 minutos.',
  });
  expect(failedMessageOutcome(new ApiError(429, tooMany), { notSent })).toEqual({
    kind: 'failed',
    text: tooMany.error,
  });
});

test('any other error shows the text of the form', () => {
  const ours = { error: 'Erro interno.', code: 'internal', requestId: 'r' } as const;
  for (const fault of [new ApiError(500, ours), new Error('a bug')])
    expect(failedMessageOutcome(fault, { notSent })).toEqual({ kind: 'failed', text: notSent });
});

test('a network error shows the text of the form and says that no input is lost', () => {
  expect(failedMessageOutcome(new NetworkError(undefined), { notSent })).toEqual({
    kind: 'failed',
    text: notSent,
    more: expect.stringMatching(/^Sem conexão.*continua aqui.*envie de novo\.$/),
  });
});
