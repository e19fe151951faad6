import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '#tests/helpers/browser-tabs.ts';
import { createTabLock } from './tab-lock.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const name = 'lock';
/** The second case is a page without HTTPS, where browsers offer no Web Locks. */
const kinds: [string, LockManager | undefined][] = [
  ['Web Locks', navigator.locks],
  ['a lease in storage', undefined],
];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** The lock's own messages need real turns of the event loop between the clock steps. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise(setImmediate);
  }
}

test.each(kinds)('with %s only one tab at a time holds the lock', async (kind, locks) => {
  const storage = fakeStorage();
  const lockName = `${name} ${kind}`;
  let inside = 0;
  let most = 0;
  const tabs = Array.from({ length: 4 }, () =>
    createTabLock({ name: lockName, locks, storage: () => storage }),
  );
  const all = Promise.all(
    tabs.map((lock) =>
      lock(async () => {
        inside += 1;
        most = Math.max(most, inside);
        await wait(200);
        inside -= 1;
      }),
    ),
  );
  await pass(5_000);
  await all;
  expect(most).toBe(1);
  expect(storage.getItem(lockName)).toBeNull();
});

test.each(kinds)('with %s a failure is thrown and the lock is released', async (kind, locks) => {
  const storage = fakeStorage();
  const lock = createTabLock({ name: `${name} ${kind}`, locks, storage: () => storage });
  const failed = expect(
    lock(async () => {
      throw new DOMException('slow', 'TimeoutError');
    }),
  ).rejects.toThrow('slow');
  await pass(200);
  await failed;
  const next = lock(async () => 'in');
  await pass(200);
  expect(await next).toBe('in');
});

test('the lease of a crashed tab expires after a while', async () => {
  const storage = fakeStorage();
  storage.setItem(name, `dead ${Date.now() + 600_000}`);
  const lock = createTabLock({ name, locks: undefined, storage: () => storage });
  const work = lock(async () => 'in');
  await pass(11_000);
  expect(await work).toBe('in');
});

test('without storage each tab works without a lock', async () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const lock = createTabLock({ name, locks: undefined, storage: forbidden });
  expect(await lock(async () => 'in')).toBe('in');
});
