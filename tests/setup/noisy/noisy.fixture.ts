import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'vitest';

test('quiet', () => {});
test('says an error', () => console.error('something %s', 'broke'));
test('says a warning', () => console.warn('soon gone'));
test('makes the process warn', async () => {
  process.emitWarning('too many listeners');
  await delay(10);
});
