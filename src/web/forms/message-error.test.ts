import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../api/client.ts';
import { failedMessageOutcome } from './message-error.ts';

const notSent = 'Não foi enviado.';
const tooMany = { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r' } as const;

test('who sent too often reads why, and for how long, where the server says it', () => {
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

test('any other fault is the text of the form', () => {
  const ours = { error: 'Erro interno.', code: 'internal', requestId: 'r' } as const;
  for (const fault of [new ApiError(500, ours), new Error('a bug')])
    expect(failedMessageOutcome(fault, { notSent })).toEqual({ kind: 'failed', text: notSent });
});

test('who has no connection reads the text of the form, and that nothing typed is lost', () => {
  expect(failedMessageOutcome(new NetworkError(undefined), { notSent })).toEqual({
    kind: 'failed',
    text: notSent,
    more: expect.stringMatching(/^Sem conexão.*continua aqui.*envie de novo\.$/),
  });
});
