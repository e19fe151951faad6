import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('a semaphore runs all work, and never more than its count at once', async () => {
  const run = createSemaphore(2);
  let [busy, most, done] = [0, 0, 0];
  const work = async () => {
    busy += 1;
    most = Math.max(most, busy);
    await delay(5);
    busy -= 1;
    done += 1;
  };
  await Promise.all(Array.from({ length: 9 }, () => run(work)));
  expect([most, done]).toEqual([2, 9]);
});

test('a semaphore loses no slot when a waiting call aborts or running work fails', async () => {
  const run = createSemaphore(1);
  const held = Promise.withResolvers<void>();
  const first = run(() => held.promise);
  const leaving = new AbortController();
  const gone = run(async () => 'never', leaving.signal);
  const failing = run(async () => {
    throw new Error('broken');
  });
  const last = run(async () => 'done');
  leaving.abort(new Error('gave up'));
  await expect(gone).rejects.toThrow('gave up');
  held.resolve();
  await first;
  await expect(failing).rejects.toThrow('broken');
  expect(await last).toBe('done');
});
