import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'vitest';

test('forgets a promise that fails', async () => {
  void Promise.reject(new Error('nobody waits for me'));
  await delay(10);
});
