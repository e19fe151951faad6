import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';

test('a test that has ended', () => {
  expect(1).toBe(1);
});

describe('a group', () => {
  test('waits for ever', async () => {
    // Vitest hears of the start of a test a moment later.
    await delay(500);
    console.log(`process ${process.pid} waits beside ${inject('postgresUrl')}`);
    await delay(600_000);
  }, 600_000);
});
