import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'vitest';

test('quiet', () => {});
test('logs an error', () => console.error('something %s', 'broke'));
test('logs a warning', () => console.warn('soon gone'));
test('emits a process warning', async () => {
  process.emitWarning('too many listeners');
  await delay(10);
});
