import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isLong, longTest } from '#tests/helpers/long-tests.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { silentServer } from '#tests/helpers/silent-server.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { workLines } from '#tests/helpers/work-lines.ts';
import { ffmpegOf, holdRows, missLostWorkers, waitingAt } from './lost-workers.ts';
import { startFleet } from './start-fleet.ts';

/** These tests start many processes sequentially, so only `script/test --long` runs most of them. */
const slowly = { timeout: 120_000, interval: 200 };
const never = new Promise<never>(() => {});

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Worker = Awaited<ReturnType<Fleet['worker']>>;

async function rowOf({ observer }: Fleet, id: string) {
  const { rows } = await observer.deps.db.execute<{
    status: string;
    planned: number | null;
    answered: number;
    job: string;
  }>(sql`
    select status, chunks_total as planned,
      (select count(*)::int from transcription_chunks c where c.transcription_id = t.id and done_at is not null) as answered,
      (select state from jobs.job where name = 'run-transcription' and data->>'transcriptionId' = t.id::text) as job
    from transcriptions t where id = ${id}`);
  return rows[0];
}

test('the next worker finishes a recording once and cleans up after kill -9 of a worker during an engine call', async () => {
  await using fleet = await startFleet();
  const { observer, engine } = fleet;
  await using killed = await fleet.worker();
  await killed.ready;
  const ana = await signedInUser(observer);
  engine.answerWith((call) => (call === 1 ? { until: never } : {}));
  const id = await uploadRecording(observer, ana.token, await recordingOf(25));
  await expect.poll(engine.begun, slowly).toBe(1);
  expect(await killed.kill()).toMatchObject({ signal: 'SIGKILL' });
  const left = await readdir(join(fleet.everything.dataDirs[0] ?? '', 'work'));
  expect(left.filter((name) => name.startsWith('sound-'))).toHaveLength(1);

  await missLostWorkers(observer.deps);
  await using next = await fleet.worker();
  await expect.poll(async () => (await rowOf(fleet, id))?.status, slowly).toBe('completed');
  const rows = await expectNothingLost(fleet.everything);
  expect(rows).toMatchObject([{ id, status: 'completed', usage_state: 'settled' }]);
  expect(engine.calls).toHaveLength(1);

  const linesOf = ({ output }: typeof killed) =>
    workLines(output()).filter(({ transcriptionId }) => transcriptionId === id);
  expect(linesOf(killed)).toMatchObject([{ msg: 'work began', attempt: 1, pid: killed.child.pid }]);
  const second = { attempt: 2, pid: next.child.pid, role: 'worker' };
  expect(linesOf(next)).toMatchObject([
    { ...second, level: 40, msg: 'this worker takes over the work of a lost one' },
    { ...second, msg: 'work began' },
    { ...second, msg: 'work ended', outcome: 'done', heardSeconds: expect.closeTo(25, 0) },
  ]);
  await next.stop();

  const lines = next
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(5);
  const { pid } = next.child;
  for (const line of lines)
    expect(line).toMatchObject({ pid, host: hostname(), role: 'worker', version: expect.any(String) });
}, 120_000);

/**
 * Locks a row that the end of a recording needs, and reports when the worker waits for it. The engine must delay its
 * first answer until then.
 */
async function holdFinish(fleet: Fleet, stage: string, id: string) {
  const { observer, engine } = fleet;
  await expect.poll(engine.begun, slowly).toBe(1);
  // Wait for the end of decoding, because a decoding worker waits for the same row to reserve the seconds.
  await expect.poll(async () => (await rowOf(fleet, id))?.planned, slowly).toEqual(expect.any(Number));
  const isJob = stage === 'has finished';
  const release = await holdRows(
    observer.deps,
    isJob
      ? sql`select 1 from jobs.job where name = 'run-transcription' and data->>'transcriptionId' = ${id}`
      : sql`select 1 from usage_months where user_id = (select user_id from transcriptions where id = ${id})`,
  );
  return {
    release,
    reached: async () => {
      // Wait for the text first, because the worker's heartbeat waits for the row of the job too.
      if (isJob) await expect.poll(async () => (await rowOf(fleet, id))?.status, slowly).toBe('completed');
      await expect.poll(() => waitingAt(observer.deps, isJob ? 'jobs' : 'usage_months'), slowly).not.toBe(0);
    },
  };
}

const sendingMails = sql`select from jobs.job where name = 'deliver-mail' and state = 'active'`;

// The test needs /proc to find the parent of an ffmpeg process.
test.runIf(isLong && process.platform === 'linux')(
  'recordings finish once after kill -9 of a worker that decodes, calls the engine, waits, finishes, or sends mail',
  async () => {
    await using fleet = await startFleet({ environment: { SPEECH_PARALLEL: '1' } });
    await using silent = await silentServer();
    // Only the last worker reaches the mail server, because a kill after a sent mail would send the mail twice.
    await using alwaysSilent = await silentServer();
    const { observer, engine } = fleet;
    const recording = await recordingOf(560);
    const stages = ['reads', 'asks', 'waits', 'finishes', 'has finished', 'sends mail'];
    const persons = await fleet.people(observer, stages.length);
    const reading = async (worker: Worker) => {
      let ffmpeg: number | undefined;
      await expect
        .poll(
          async () => {
            ffmpeg = await ffmpegOf(worker.child.pid ?? 0);
            // Suspend ffmpeg in the middle of its work.
            if (ffmpeg !== undefined) process.kill(ffmpeg, 'SIGSTOP');
            return ffmpeg;
          },
          { timeout: 60_000, interval: 5 },
        )
        .toBeDefined();
      return ffmpeg;
    };
    const mailsBeingSent = async () => (await observer.deps.db.execute(sendingMails)).rowCount ?? 0;
    for (const [at, stage] of stages.entries()) {
      const heldFrom = { asks: 1, waits: 2 }[stage] ?? Number.POSITIVE_INFINITY;
      const isEnd = ['finishes', 'has finished'].includes(stage);
      // Each stage has its own gate, so that the engine answers no call before the test has locked the row.
      const gate = Promise.withResolvers<void>();
      const until = isEnd ? gate.promise : undefined;
      engine.answerWith((call) => ({ text: `Parte ${call}.`, until: call >= heldFrom ? never : until }));
      const worker = await fleet.worker({ SMTP_URL: (stage === 'sends mail' ? silent : alwaysSilent).url });
      await worker.ready;
      const mailsBefore = await mailsBeingSent();
      const sending = uploadRecording(observer, persons[at]?.token ?? '', recording);
      const ffmpeg = stage === 'reads' ? await reading(worker) : undefined;
      const id = await sending;
      const held = isEnd ? await holdFinish(fleet, stage, id) : undefined;
      gate.resolve();
      if (stage === 'asks') await expect.poll(engine.begun, slowly).toBe(1);
      if (stage === 'waits')
        await expect.poll(async () => (await rowOf(fleet, id))?.answered, slowly).toBe(1);
      // A connection proves nothing: the worker tries the mail server at its start.
      if (stage === 'sends mail') await expect.poll(mailsBeingSent, slowly).toBe(mailsBefore + 1);
      await held?.reached();
      const before = await rowOf(fleet, id);
      expect(await worker.kill(), stage).toMatchObject({ signal: 'SIGKILL' });
      expect(before?.status, stage).toBe(
        ['has finished', 'sends mail'].includes(stage) ? 'completed' : 'processing',
      );
      // The job must have been active still, even if its text was complete.
      if (stage !== 'sends mail') expect(before?.job, stage).toBe('active');
      if (ffmpeg !== undefined) await expect.poll(() => ffmpegOf(worker.child.pid ?? 0)).toBeUndefined();
      await held?.release();
      // Delay this job, so that the next worker runs only its own recording until the kill.
      await observer.deps.db.execute(sql`
        update jobs.job set start_after = now() + interval '1 hour', heartbeat_on = now() + interval '1 hour'
        where state in ('created', 'retry', 'active') and name in ('run-transcription', 'deliver-mail')`);
    }
    engine.answerWith((call) => ({ text: `Parte ${call}.` }));
    await observer.deps.db.execute(sql`
      update jobs.job set start_after = now() where state = 'created' and name in ('run-transcription', 'deliver-mail')`);
    await missLostWorkers(observer.deps);
    await using last = await fleet.worker();
    const unfinished = async () =>
      (await observer.deps.db.execute(sql`select 1 from transcriptions where status <> 'completed'`))
        .rowCount;
    await expect.poll(unfinished, slowly).toBe(0);
    const rows = await expectNothingLost(fleet.everything);
    expect(rows.map((row) => row.status)).toEqual(stages.map(() => 'completed'));
    await last.stop();
  },
  600_000,
);

longTest(
  'a suspended worker that resumes after another finished its job saves nothing twice and takes the next job',
  async () => {
    await using fleet = await startFleet();
    const { observer, engine } = fleet;
    await using frozen = await fleet.worker();
    await frozen.ready;
    const ana = await signedInUser(observer);
    const late = Promise.withResolvers<void>();
    engine.answerWith((call) =>
      call === 1 ? { text: 'Tarde demais.', until: late.promise } : { text: 'Bom dia.' },
    );
    const id = await uploadRecording(observer, ana.token, await recordingOf(25));
    await expect.poll(engine.begun, slowly).toBe(1);
    frozen.child.kill('SIGSTOP');
    await missLostWorkers(observer.deps);
    await using other = await fleet.worker();
    await expect.poll(async () => (await rowOf(fleet, id))?.status, slowly).toBe('completed');
    await expect.poll(async () => (await rowOf(fleet, id))?.job, slowly).toBe('completed');
    await other.stop();

    late.resolve();
    frozen.child.kill('SIGCONT');
    // The worker completes the next job only after it has dropped the old one.
    const next = await uploadRecording(observer, ana.token, await recordingOf(20));
    await expect.poll(async () => (await rowOf(fleet, next))?.status, slowly).toBe('completed');
    await expect.poll(() => engine.calls.length, slowly).toBe(3);
    expect((await readJob(observer, ana.token, id)).text).toBe('Bom dia.');
    const rows = await expectNothingLost(fleet.everything);
    expect(rows.map((row) => row.status)).toEqual(['completed', 'completed']);
    const ends = workLines(frozen.output()).filter((line) => line.transcriptionId && line.outcome);
    expect(ends).toMatchObject([
      { transcriptionId: id, outcome: 'taken_over', heardSeconds: 0 },
      { transcriptionId: next, outcome: 'done' },
    ]);
    await frozen.stop();
  },
  300_000,
);

longTest(
  'a suspended worker in its last transaction locks its rows for a few minutes at most',
  async () => {
    await using fleet = await startFleet();
    const { observer, engine } = fleet;
    await using frozen = await fleet.worker();
    await frozen.ready;
    const ana = await signedInUser(observer);
    const gate = Promise.withResolvers<void>();
    engine.answerWith(() => ({ until: gate.promise }));
    const id = await uploadRecording(observer, ana.token, await recordingOf(25));
    const held = await holdFinish(fleet, 'finishes', id);
    gate.resolve();
    await held.reached();
    frozen.child.kill('SIGSTOP');
    await held.release();
    const isHeld = async () =>
      (
        await observer.deps.db.execute(sql`
          select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
            and pid <> pg_backend_pid()`)
      ).rowCount;
    await expect.poll(isHeld, slowly).toBe(1);
    await missLostWorkers(observer.deps);
    await using other = await fleet.worker();
    await expect
      .poll(async () => (await rowOf(fleet, id))?.status, { timeout: 300_000, interval: 500 })
      .toBe('completed');
    frozen.child.kill('SIGCONT');
    const rows = await expectNothingLost(fleet.everything);
    expect(rows.map((row) => row.status)).toEqual(['completed']);
    expect(await frozen.stop()).toEqual({ code: 0, signal: null });
    await other.stop();
  },
  600_000,
);
