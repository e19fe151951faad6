import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { createSessionStore } from './create-session-store.ts';

const ana: Account = { id: 'u1', name: 'Ana', email: 'ana@example.com', image: null };

/** A server whose answers come when the test says so. */
function heldServer() {
  const waiting: { answer: (account: Account | null) => void; fail: () => void }[] = [];
  let kept: string | null = null;
  const store = createSessionStore({
    fetchAccount: () =>
      new Promise((resolve, reject) => {
        waiting.push({ answer: resolve, fail: () => reject(new Error('no answer')) });
      }),
    hint: {
      keep: (accountId) => {
        kept = accountId;
      },
      forget: () => {
        kept = null;
      },
    },
  });
  return { store, waiting, hint: () => kept };
}

test('it is checking until the server has answered, then in, and the hint is kept', async () => {
  const { store, waiting, hint } = heldServer();
  const checked = store.check();
  expect(store.current()).toEqual({ status: 'checking' });
  waiting[0]?.answer(ana);
  await checked;
  expect(store.current()).toEqual({ status: 'signed_in', account: ana });
  expect(hint()).toBe('u1');
});

test('a visitor is out, and an old hint is forgotten', async () => {
  const { store, waiting, hint } = heldServer();
  const checked = store.check();
  waiting[0]?.answer(null);
  await checked;
  expect(store.current()).toEqual({ status: 'signed_out' });
  expect(hint()).toBeNull();
});

test('callers at the same time share one question', async () => {
  const { store, waiting } = heldServer();
  const both = [store.check(), store.check()];
  expect(waiting).toHaveLength(1);
  waiting[0]?.answer(null);
  await Promise.all(both);
});

test('a server that cannot be asked makes nobody a visitor, and a retry asks again', async () => {
  const { store, waiting } = heldServer();
  const checked = store.check();
  waiting[0]?.fail();
  await checked;
  expect(store.current()).toEqual({ status: 'unreachable' });
  const retried = store.retry();
  expect(store.current()).toEqual({ status: 'checking' });
  waiting[1]?.answer(ana);
  await retried;
  expect(store.current().status).toBe('signed_in');
});

test('a later check that fails leaves a person in', async () => {
  const { store, waiting } = heldServer();
  const first = store.check();
  waiting[0]?.answer(ana);
  await first;
  const second = store.check();
  waiting[1]?.fail();
  await second;
  expect(store.current().status).toBe('signed_in');
});

test('an answer that was on its way during a sign-out does not bring the person back', async () => {
  const { store, waiting, hint } = heldServer();
  const checked = store.check();
  store.signedOut();
  waiting[0]?.answer(ana);
  await checked;
  expect(store.current()).toEqual({ status: 'signed_out' });
  expect(hint()).toBeNull();
});

test('listeners hear each change until they leave', async () => {
  const { store } = heldServer();
  let heard = 0;
  const leave = store.subscribe(() => {
    heard += 1;
  });
  store.signedOut();
  leave();
  store.signedOut();
  expect(heard).toBe(1);
});
