import { expect, test } from 'vitest';
import { z } from 'zod';
import { contactMessages } from '#server/adapters/db/schema/messages.ts';
import { defineJob } from '#server/jobs/job-definition.ts';
import { jobDefinitions } from '#server/worker/jobs.ts';
import { openTestQueue } from '#tests/helpers/test-queue.ts';
import { openQueue } from './queue.ts';

const message = { name: 'Ana', email: 'ana@exemplo.com', message: 'Uma mensagem' };
const count = defineJob({ name: 'count', payload: z.object({ number: z.number() }) });
const sync = defineJob({
  name: 'sync',
  payload: z.object({ customer: z.string() }),
  onePerKey: 'waiting-or-active',
});

test('a job becomes visible together with its row when the transaction commits', async () => {
  await using it = await openTestQueue([count]);
  await it.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values(message);
    await it.queue.send(count, { number: 1 }, { tx });
    // Not yet committed, so outside the transaction neither is visible.
    expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 0, active: 0, dead: 0 }]);
  });
  expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 1, active: 0, dead: 0 }]);
  expect(await it.db.select().from(contactMessages)).toHaveLength(1);
});

test('a rolled-back transaction leaves no job', async () => {
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

test('send refuses an invalid payload without quoting it', async () => {
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

test('a worker does not start a job before its time', async () => {
  await using it = await openTestQueue([count]);
  const done: number[] = [];
  const consumer = await it.queue.consumeJobs({
    count: async ({ number }: { number: number }) => {
      done.push(number);
      return 'completed';
    },
  });
  await it.queue.send(count, { number: 2 }, { runAfter: new Date(Date.now() + 3_600_000) });
  await it.queue.send(count, { number: 1 });
  await expect.poll(() => done).toEqual([1]);
  await consumer.close();
  expect(await it.queue.counts()).toEqual([{ queue: 'count', waiting: 1, active: 0, dead: 0 }]);
});

test('only one job per key exists at a time, other keys are independent, and send requires the key', async () => {
  await using it = await openTestQueue([sync, count]);
  const first = await it.queue.send(sync, { customer: 'a' }, { singletonKey: 'a' });
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await it.queue.send(sync, { customer: 'a' }, { singletonKey: 'a' })).toBeUndefined();
  expect(await it.queue.send(sync, { customer: 'b' }, { singletonKey: 'b' })).toBeDefined();
  await expect(it.queue.send(sync, { customer: 'a' })).rejects.toThrow(/singletonKey and onePerKey/);
  await expect(it.queue.send(count, { number: 1 }, { singletonKey: 'a' })).rejects.toThrow(/singletonKey/);
});

test('the queue deletes finished jobs after minutes and failed ones after weeks', async () => {
  await using it = await openTestQueue([count]);
  const [kept] = await it.rows(
    `select name, deletion_seconds, retention_seconds from jobs.queue where name = 'count'`,
  );
  expect(kept).toEqual({ name: 'count', deletion_seconds: 600, retention_seconds: 14 * 86_400 });
});

test('a start without a changed definition writes no queue', async () => {
  await using it = await openTestQueue(jobDefinitions);
  const queues = () => it.rows('select name, updated_on from jobs.queue order by name');
  const before = await queues();
  expect(before).toHaveLength(jobDefinitions.length + 1);
  const later = await openQueue({ url: it.url, log: it.log, definitions: jobDefinitions });
  await later.close();
  expect(await queues()).toEqual(before);
});

test('a changed definition updates its queue at the next start', async () => {
  await using it = await openTestQueue([count]);
  const changed = { ...count, retryLimit: 9, backoff: false };
  const later = await openQueue({ url: it.url, log: it.log, definitions: [changed] });
  await later.close();
  const [kept] = await it.rows(`select retry_limit, retry_backoff from jobs.queue where name = 'count'`);
  expect(kept).toEqual({ retry_limit: 9, retry_backoff: false });
});
