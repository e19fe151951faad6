import { expect, test } from 'vitest';
import { jobContext } from '#tests/helpers/job-context.ts';
import { captureLog } from '#tests/helpers/test-queue.ts';
import { type JobContext, type JobOutcome, PermanentJobError } from './job-definition.ts';
import { openWorkLog, type WorkEnd } from './work-log.ts';

const mail = { work: 'mail', engine: 'smtp', mailId: 'm', template: 'welcome' } as const;

function openCaptured() {
  const { lines, log } = captureLog();
  const workLog = openWorkLog(log);
  const ends: WorkEnd[] = [];
  workLog.onEnd((end) => ends.push(end));
  return { workLog, ends, logged: () => lines.map((line) => JSON.parse(line)) };
}

/** Runs one attempt that begins and then ends like this. */
async function outcomeOf(end: () => JobOutcome, context: Partial<JobContext> = {}) {
  const { workLog, ends } = openCaptured();
  await workLog
    .follow(jobContext(context), async (work) => {
      work.describe(mail);
      work.begin();
      return end();
    })
    .catch(() => undefined);
  expect(ends).toHaveLength(1);
  return ends[0]?.outcome;
}

const fails = (error: Error) => () => {
  throw error;
};
const fault = new Error('the vendor is away');
const lost = { attempt: 1, isTakeover: false, isHeld: async () => false };
const unknown = { attempt: 1, isTakeover: false, isHeld: () => Promise.reject(fault) };
const aborted = AbortSignal.abort(new Error('the process is stopping'));

test('the log tells a takeover once, when the work begins', async () => {
  const { workLog } = openCaptured();
  const kinds: string[] = [];
  workLog.onTakeover((kind) => kinds.push(kind));
  const claim = { attempt: 2, isTakeover: true, isHeld: async () => true };
  await workLog.follow(jobContext({ claim }), async (work) => {
    work.describe(mail);
    work.begin();
    work.begin();
    return 'completed';
  });
  await workLog.follow(jobContext({}), async (work) => {
    work.describe(mail);
    return 'completed';
  });
  expect(kinds).toEqual(['mail']);
});

test('the outcome of an attempt follows from how its handler ends', async () => {
  expect(await outcomeOf(() => 'completed')).toBe('done');
  expect(await outcomeOf(() => 'failed')).toBe('failed');
  expect(await outcomeOf(() => ({ outcome: 'deferred', afterSeconds: 60 }))).toBe('retried');
  expect(await outcomeOf(() => 'stale')).toBe('canceled');
  expect(await outcomeOf(() => 'stale', { claim: lost })).toBe('taken_over');
});

test('the outcome of a handler that throws depends on who has the job afterwards', async () => {
  expect(await outcomeOf(fails(fault))).toBe('retried');
  expect(await outcomeOf(fails(fault), { isLastTry: true })).toBe('failed');
  expect(await outcomeOf(fails(new PermanentJobError('no such address')))).toBe('failed');
  const stopping = { signal: aborted, isLastTry: true };
  expect(await outcomeOf(fails(fault), stopping)).toBe('retried');
  expect(await outcomeOf(fails(fault), { ...stopping, claim: lost })).toBe('taken_over');
  expect(await outcomeOf(fails(fault), { ...stopping, claim: unknown })).toBe('retried');
});

test('an attempt that finds nothing to do, or that waits before its work, has no lines', async () => {
  const { workLog, ends, logged } = openCaptured();
  await workLog.follow(jobContext(), async () => 'stale');
  await workLog.follow(jobContext(), async (work) => {
    work.describe(mail);
    return { outcome: 'deferred', afterSeconds: 60 };
  });
  expect(logged()).toEqual([]);
  expect(ends).toEqual([]);
});

test('work that fails before it begins has both lines', async () => {
  const { workLog, logged } = openCaptured();
  await workLog.follow(jobContext(), async (work) => {
    work.describe(mail);
    work.setReason('never_room');
    return 'failed';
  });
  expect(logged()).toMatchObject([
    { msg: 'work began', work: 'mail', attempt: 1 },
    {
      msg: 'work ended',
      level: 40,
      outcome: 'failed',
      reason: 'never_room',
      workSeconds: expect.any(Number),
    },
  ]);
});
