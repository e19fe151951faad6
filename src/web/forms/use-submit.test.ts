import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import type { FormOutcome } from '#web/ui/form.tsx';
import { createSubmission } from './use-submit.ts';

const done: FormOutcome = { kind: 'done', text: 'Enviado.' };
const failed: FormOutcome = { kind: 'failed', text: 'Não foi enviado.' };
const describeError = vi.fn(() => failed);

function openForm() {
  const shown: { outcome?: FormOutcome | undefined; isSending: boolean } = { isSending: false };
  const submission = createSubmission({
    showOutcome: (outcome) => {
      shown.outcome = outcome;
    },
    showSending: (isSending) => {
      shown.isSending = isSending;
    },
  });
  return { ...submission, shown };
}

test('a double submit sends the form once, and the next submit sends it again', async () => {
  const { submit, shown } = openForm();
  const { promise, resolve } = Promise.withResolvers<FormOutcome>();
  const send = vi.fn(() => promise);
  const first = submit('a', { send, describeError });
  await submit('b', { send, describeError });
  expect(shown).toEqual({ isSending: true, outcome: undefined });
  resolve(done);
  await first;
  expect(shown).toEqual({ isSending: false, outcome: done });
  await submit('c', { send, describeError });
  expect(send.mock.calls).toEqual([['a'], ['c']]);
});

test('the outcome disappears on input and at the next submit', async () => {
  const { submit, clearOutcome, shown } = openForm();
  await submit('a', { send: async () => done, describeError });
  clearOutcome();
  expect(shown.outcome).toBeUndefined();
  await submit('a', { send: async () => done, describeError });
  const next = submit('b', { send: async () => done, describeError });
  expect(shown.outcome).toBeUndefined();
  await next;
  await submit('c', { send: async () => undefined, describeError });
  expect(shown.outcome).toBeUndefined();
});

test('a form that is sent once keeps its success, but may be sent again after a failure', async () => {
  const { submit, clearOutcome, shown } = openForm();
  const send = vi.fn(async () => done).mockRejectedValueOnce(new TypeError('no connection'));
  await submit('a', { send, describeError, once: true });
  expect(shown).toEqual({ isSending: false, outcome: failed });
  await submit('b', { send, describeError, once: true });
  await submit('c', { send, describeError, once: true });
  clearOutcome();
  expect(shown.outcome).toEqual(done);
  expect(send.mock.calls).toEqual([['a'], ['b']]);
});

test('the form shows the success before the callback runs', async () => {
  const { submit, shown } = openForm();
  const onSent = vi.fn((_typed: string) => shown.outcome);
  await submit('a', { send: async () => done, describeError, onSent });
  expect(onSent).toHaveBeenCalledExactlyOnceWith('a');
  expect(onSent).toHaveReturnedWith(done);
});

const refusal = (code: 'invalid_input' | 'email_taken' | 'internal', fields?: Record<string, string>) =>
  new ApiError(400, { error: 'Recusado.', code, requestId: 'r', ...(fields && { fields }) });

test.each([
  [
    'named by the server',
    refusal('invalid_input', { name: 'Curto.', age: 'Não é do formulário.' }),
    [['name', 'Curto.', true]],
  ],
  ['that an error code concerns', refusal('email_taken'), [['email', 'Recusado.', true]]],
  [
    'in the order of the page',
    refusal('invalid_input', { email: 'B', name: 'A' }),
    [
      ['name', 'A', true],
      ['email', 'B', false],
    ],
  ],
])('the form shows an error beside the fields %s, and not below the form', async (_, error, expected) => {
  const { submit, shown } = openForm();
  const setError = vi.fn();
  const fields = { names: ['name', 'email'], ofCodes: { email_taken: 'email' }, setError };
  await submit('a', { send: () => Promise.reject(error), fields, describeError });
  expect(shown.outcome).toBeUndefined();
  expect(
    setError.mock.calls.map(([name, { message }, { shouldFocus }]) => [name, message, shouldFocus]),
  ).toEqual(expected);
});

test('the form shows an error without a known field below the form', async () => {
  const { submit, shown } = openForm();
  const setError = vi.fn();
  const fields = { names: ['name'], ofCodes: { email_taken: 'email' }, setError };
  for (const error of [refusal('internal'), refusal('invalid_input', { age: 'x' }), refusal('email_taken')]) {
    await submit('a', { send: () => Promise.reject(error), fields, describeError });
    expect(shown.outcome).toEqual(failed);
    expect(describeError).toHaveBeenLastCalledWith(error, 'a');
  }
  expect(setError).not.toHaveBeenCalled();
});
