import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTestQueue } from '#tests/test-queue.ts';
import { defineJob } from '../../jobs/job-definition.ts';
import { contactMessages } from '../db/schema/messages.ts';

const message = { name: 'Ana', email: 'ana@exemplo.com', message: 'Uma mensagem' };
const count = defineJob({ name: 'count', payload: z.object({ number: z.number() }) });
const sync = defineJob({
  name: 'sync',
  payload: z.object({ customer: z.string() }),
  onePerKey: 'waiting-or-active',
});

test('a job exists when the transaction that made it commits, together with its row', async () => {
  await using it = await openTestQueue([count]);
  await it.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values(message);
    await it.queue.send(count, { number: 1 }, { tx });
    // Not yet: whoever looks from outside sees neither.
    expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 0, active: 0, dead: 0 }]);
  });
  expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 1, active: 0, dead: 0 }]);
  expect(await it.db.select().from(contactMessages)).toHaveLength(1);
});

test('a job never was when the transaction rolls back', async () => {
  await using it = await openTestQueue([count]);
  const attempt = it.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values(message);
    await it.queue.send(count, { number: 1 }, { tx });
    throw new Error('something else failed');
  });
  await expect(attempt).rejects.toThrow('something else failed');
  expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 0, active: 0, dead: 0 }]);
  expect(await it.db.select().from(contactMessages)).toHaveLength(0);
});

test('a payload that does not fit is refused when it is sent, without repeating it', async () => {
  await using it = await openTestQueue([count]);
  const wrong = { number: 'segredo' } as unknown as { number: number };
  const refused = it.queue.send(count, wrong);
  await expect(refused).rejects.toThrow(
    'the payload of count does not fit its definition: number (invalid_type)',
  );
  await expect(it.queue.send(sync, { customer: 'a' }, { singletonKey: 'a' })).rejects.toThrow(
    /without the job sync/,
  );
});

test('a job waits for its time', async () => {
  await using it = await openTestQueue([count]);
  const done: number[] = [];
  const working = await it.queue.work({
    count: async ({ number }: { number: number }) => {
      done.push(number);
      return 'completed';
    },
  });
  await it.queue.send(count, { number: 2 }, { runAfter: new Date(Date.now() + 3_600_000) });
  await it.queue.send(count, { number: 1 });
  await expect.poll(() => done).toEqual([1]);
  await working.close();
  expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 1, active: 0, dead: 0 }]);
});

test('one job per key waits or runs; other keys are not held up, and the key is demanded', async () => {
  await using it = await openTestQueue([sync, count]);
  const first = await it.queue.send(sync, { customer: 'a' }, { singletonKey: 'a' });
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await it.queue.send(sync, { customer: 'a' }, { singletonKey: 'a' })).toBeUndefined();
  expect(await it.queue.send(sync, { customer: 'b' }, { singletonKey: 'b' })).toBeDefined();
  await expect(it.queue.send(sync, { customer: 'a' })).rejects.toThrow(/singletonKey and onePerKey/);
  await expect(it.queue.send(count, { number: 1 }, { singletonKey: 'a' })).rejects.toThrow(/singletonKey/);
});

test('what was finished leaves the database after minutes, what failed for good after weeks', async () => {
  await using it = await openTestQueue([count]);
  const [kept] = await it.rows(
    `select name, deletion_seconds, retention_seconds from jobs.queue where name = 'count'`,
  );
  expect(kept).toEqual({ name: 'count', deletion_seconds: 600, retention_seconds: 14 * 86_400 });
});

test('a definition that changed is what the next start goes by', async () => {
  await using it = await openTestQueue([count]);
  const { openQueue } = await import('./queue.ts');
  const changed = { ...count, retryLimit: 9, backoff: false };
  const later = await openQueue({ url: it.url, log: it.log, definitions: [changed] });
  await later.close();
  const [kept] = await it.rows(`select retry_limit, retry_backoff from jobs.queue where name = 'count'`);
  expect(kept).toEqual({ retry_limit: 9, retry_backoff: false });
});
