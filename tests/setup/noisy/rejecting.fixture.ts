import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'vitest';

test('leaves a rejected promise unhandled', async () => {
  void Promise.reject(new Error('no handler for this rejection'));
  await delay(10);
});
