import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  defineJob,
  type JobContext,
  type JobOutcome,
  PermanentJobError,
} from '#server/jobs/job-definition.ts';
import { openTestQueue } from '#tests/helpers/test-queue.ts';
import { openQueue } from './queue.ts';

const note = defineJob({
  name: 'note',
  payload: z.object({ secret: z.string() }),
  retryLimit: 2,
  retryDelaySeconds: 0,
  backoff: false,
});

type Handler = (payload: { secret: string }, context: JobContext) => Promise<JobOutcome>;
const handlers = (handler: Handler) => ({ note: handler });
const waiting = (number: number) => [{ queue: 'note', waiting: number, active: 0, dead: 0 }];
const dead = (number: number) => [{ queue: 'note', waiting: 0, active: 0, dead: number }];

test('an idle worker starts new jobs at once, and runs a batch without pauses', async () => {
  await using it = await openTestQueue([note]);
  let done = 0;
  const consumer = await it.queue.consumeJobs(
    handlers(async () => {
      done += 1;
      return 'completed';
    }),
  );
  // By polling alone, each job but the first would wait for the five-second interval.
  const startedMs = performance.now();
  for (let sent = 1; sent <= 5; sent += 1) {
    await delay(50);
    await it.queue.send(note, { secret: 'a' });
    await expect.poll(() => done, { timeout: 10_000, interval: 10 }).toBe(sent);
  }
  expect(performance.now() - startedMs).toBeLessThan(8_000);

  // PostgreSQL merges the notifications of one transaction into one.
  await it.db.transaction(async (tx) => {
    for (let sent = 0; sent < 30; sent += 1) await it.queue.send(note, { secret: 'a' }, { tx });
  });
  await expect.poll(() => done, { timeout: 8_000, interval: 10 }).toBe(35);
  await consumer.close();
  expect(await it.queue.counts()).toEqual(waiting(0));
});

test('the queue retries a failing job, logs it once as a dead letter, and an operator can move it back', async () => {
  await using it = await openTestQueue([note]);
  const lastTries: boolean[] = [];
  let broken = true;
  const consumer = await it.queue.consumeJobs(
    handlers(async (_payload, { isLastTry }) => {
      lastTries.push(isLastTry);
      if (broken) throw new Error('the engine is down\nfor now');
      return 'completed';
    }),
  );
  const jobId = await it.queue.send(note, { secret: 'a-sign-in-link' });
  await expect.poll(() => it.queue.counts(), { timeout: 10_000 }).toEqual(dead(1));
  expect(lastTries).toEqual([false, false, true]);

  const [job] = await it.queue.dead.list();
  expect(job).toMatchObject({ queue: 'note', tries: 3, reason: 'the engine is down for now' });
  expect(Math.abs((job?.diedAt.getTime() ?? 0) - Date.now())).toBeLessThan(15_000);

  await expect.poll(() => it.logged()).toContain('moved to the dead-letter queue');
  await it.queue.dead.tell();
  const logged = it
    .logged()
    .split('\n')
    .filter((line) => line.includes('moved to the dead-letter queue'));
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 50, job: 'note', jobId, deadId: job?.id });
  expect(it.logged()).not.toContain('a-sign-in-link');

  broken = false;
  expect(await it.queue.dead.retry([job?.id ?? ''])).toBe(1);
  await expect.poll(() => lastTries.length, { timeout: 10_000 }).toBe(4);
  await expect.poll(() => it.queue.counts()).toEqual(waiting(0));
  expect(await it.queue.dead.list()).toEqual([]);
  await consumer.close();
});

test('all dead jobs can be moved back, and each logs its next death', async () => {
  await using it = await openTestQueue([{ ...note, retryLimit: 0 }]);
  const consumer = await it.queue.consumeJobs(handlers(() => Promise.reject(new Error('still down'))));
  await it.queue.send(note, { secret: 'a' });
  await it.queue.send(note, { secret: 'b' });
  await expect.poll(() => it.queue.counts(), { timeout: 10_000 }).toEqual(dead(2));
  await it.queue.dead.tell();
  expect(await it.queue.dead.retry('all')).toBe(2);
  await expect.poll(() => it.queue.counts(), { timeout: 10_000 }).toEqual(dead(2));
  await it.queue.dead.tell();
  expect(it.logged().match(/moved to the dead-letter queue/g)).toHaveLength(4);
  await consumer.close();
});

test('an invalid payload and a permanent error move the job to the dead letters at once', async () => {
  const older = defineJob({ ...note, payload: z.object({ was: z.number() }) });
  await using it = await openTestQueue([older]);
  await it.queue.send(older, { was: 1 });
  const queue = await openQueue({ url: it.url, log: it.log, definitions: [note] });
  let calls = 0;
  const consumer = await queue.consumeJobs(
    handlers(async () => {
      calls += 1;
      throw new PermanentJobError('there is no such address');
    }),
  );
  await expect.poll(() => queue.counts()).toEqual(dead(1));
  expect(calls).toBe(0);
  await queue.send(note, { secret: 'a' });
  await expect.poll(() => queue.counts()).toEqual(dead(2));
  expect(calls).toBe(1);
  expect((await queue.dead.list()).map(({ reason, tries }) => ({ reason, tries }))).toEqual([
    { reason: 'the payload of note does not fit its definition: secret (invalid_type)', tries: 1 },
    { reason: 'there is no such address', tries: 1 },
  ]);
  await consumer.close();
  await queue.close();
});

test('a deferred job returns later without using an attempt, and a stale job counts as done', async () => {
  await using it = await openTestQueue([{ ...note, retryLimit: 0 }]);
  const outcomes: JobOutcome[] = [
    { outcome: 'deferred', afterSeconds: 0 },
    { outcome: 'deferred', afterSeconds: 0 },
    'stale',
  ];
  const seen: boolean[] = [];
  const consumer = await it.queue.consumeJobs(
    handlers(async (_payload, { isLastTry }) => {
      seen.push(isLastTry);
      return outcomes.shift() ?? 'completed';
    }),
  );
  await it.queue.send(note, { secret: 'a' });
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBe(0);
  await expect.poll(() => it.queue.counts()).toEqual(waiting(0));
  expect(seen).toEqual([true, true, true]);
  outcomes.push({ outcome: 'deferred', afterSeconds: 3_600 });
  await it.queue.send(note, { secret: 'b' });
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBe(0);
  await expect.poll(() => it.queue.counts()).toEqual(waiting(1));
  await consumer.close();
});

test('a put-back counts as no attempt, and a job whose worker was lost says so once', async () => {
  await using it = await openTestQueue([note]);
  await it.queue.send(note, { secret: 'a' });
  await it.db.execute(
    sql`update jobs.job set output = '{"value": {"message": "job heartbeat timeout"}}' where name = 'note'`,
  );
  const claims: JobContext['claim'][] = [];
  const consumer = await it.queue.consumeJobs(
    handlers(async (_payload, { claim }) => {
      claims.push(claim);
      expect(await claim.isHeld()).toBe(true);
      if (claims.length === 1) return { outcome: 'deferred', afterSeconds: 0 };
      if (claims.length === 2) throw new Error('not now');
      return 'completed';
    }),
  );
  await expect.poll(() => claims.length, { timeout: 10_000 }).toBe(3);
  expect(claims.map(({ attempt, isTakeover }) => [attempt, isTakeover])).toEqual([
    [1, true],
    [1, false],
    [2, false],
  ]);
  await expect.poll(() => it.queue.counts()).toEqual(waiting(0));
  expect(await claims[0]?.isHeld()).toBe(false);
  await consumer.close();
});

test('the jobs of one group never occupy every worker', async () => {
  const shared = defineJob({ ...note, concurrency: 3, maxPerGroup: 2 });
  await using it = await openTestQueue([shared]);
  const [begun, gate] = [[] as string[], Promise.withResolvers<void>()];
  for (const secret of ['ana 1', 'ana 2', 'ana 3', 'ana 4'])
    await it.queue.send(shared, { secret }, { group: 'ana' });
  const consumer = await it.queue.consumeJobs(
    handlers(async ({ secret }) => {
      begun.push(secret);
      await gate.promise;
      return 'completed';
    }),
  );
  await expect.poll(() => begun).toHaveLength(2);
  await it.queue.send(shared, { secret: 'rui 1' }, { group: 'rui' });
  await expect.poll(() => begun).toContain('rui 1');
  expect(begun).toHaveLength(3);
  gate.resolve();
  await expect.poll(() => it.queue.counts()).toEqual(waiting(0));
  await consumer.close();
  await expect(it.queue.send(shared, { secret: 'without a group' })).rejects.toThrow('maxPerGroup');
});

test('a burst of one group stays within maxPerGroup, even if several workers fetch at once', async () => {
  const shared = defineJob({ ...note, concurrency: 6, maxPerGroup: 2 });
  await using it = await openTestQueue([shared]);
  let [underWay, most, done] = [0, 0, 0];
  const consumer = await it.queue.consumeJobs(
    handlers(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await delay(5);
      underWay -= 1;
      done += 1;
      return 'completed';
    }),
  );
  await Promise.all(
    Array.from({ length: 60 }, () => it.queue.send(shared, { secret: 'ana' }, { group: 'ana' })),
  );
  await expect.poll(() => done, { timeout: 20_000 }).toBe(60);
  expect(most).toBe(2);
  await consumer.close();
});

test('close waits for an active job and starts no new one', async () => {
  // With a second worker, a fetch already in progress could still return a job.
  await using it = await openTestQueue([{ ...note, concurrency: 1 }]);
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const consumer = await it.queue.consumeJobs(
    handlers(async ({ secret }) => {
      await gate.promise;
      done.push(secret);
      return 'completed';
    }),
  );
  await it.queue.send(note, { secret: 'under way' });
  await expect.poll(() => it.queue.counts()).toEqual([{ queue: 'note', waiting: 0, active: 1, dead: 0 }]);
  const closing = consumer.close();
  await it.queue.send(note, { secret: 'too late' });
  gate.resolve();
  await closing;
  expect(done).toEqual(['under way']);
  expect(await it.queue.counts()).toEqual(waiting(1));
});

test.each([
  ['obeys its signal', true],
  ['ignores its signal', false],
])('a job that %s at the deadline is released at once without using an attempt', async (_name, obeys) => {
  const once = { ...note, retryLimit: 0 };
  await using it = await openTestQueue([once]);
  const reasons: unknown[] = [];
  const stopped = new AbortController();
  const consumer = await it.queue.consumeJobs(
    handlers(async (_payload, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      await delay(60_000, undefined, { signal: obeys ? signal : stopped.signal });
      return 'completed';
    }),
    { closeTimeoutMs: 100 },
  );
  await it.queue.send(note, { secret: 'a' });
  await expect.poll(() => it.queue.counts()).toEqual([{ queue: 'note', waiting: 0, active: 1, dead: 0 }]);
  const startedMs = performance.now();
  await consumer.close();
  expect(performance.now() - startedMs).toBeLessThan(8_000);
  expect(await it.queue.counts()).toEqual(waiting(1));
  expect(String(reasons[0])).toContain('the process is stopping');

  const other = await openQueue({ url: it.url, log: it.log, definitions: [once] });
  let done = 0;
  const elsewhere = await other.consumeJobs(
    handlers(async (_payload, { isLastTry }) => {
      done += isLastTry ? 1 : 100;
      await delay(200);
      return 'completed';
    }),
  );
  await expect.poll(() => done).toBe(1);
  // The first process still runs the job, but its result no longer counts.
  stopped.abort();
  await it.queue.close();
  await elsewhere.close();
  expect(await other.counts()).toEqual(waiting(0));
  await other.close();
});

test('a worker aborts a job that exceeds its time limit and counts it as failed', async () => {
  await using it = await openTestQueue([{ ...note, retryLimit: 0, expireInSeconds: 1 }]);
  const consumer = await it.queue.consumeJobs(
    handlers(async (_payload, { signal }) => {
      await delay(60_000, undefined, { signal }).catch(() => {});
      return 'completed';
    }),
  );
  await it.queue.send(note, { secret: 'a' });
  await expect.poll(() => it.queue.counts(), { timeout: 10_000 }).toEqual(dead(1));
  expect((await it.queue.dead.list())[0]?.reason).toBe('handler execution exceeded 1s');
  await consumer.close();
});

test('work refuses to start without a handler for a job', async () => {
  await using it = await openTestQueue([note]);
  await expect(it.queue.consumeJobs({})).rejects.toThrow('The job note has no handler.');
});
