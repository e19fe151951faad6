import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { silentServer } from '#tests/helpers/silent-server.ts';
import { readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { workLines } from '#tests/helpers/work-lines.ts';
import {
  runningPostmaster,
  startPostgresProcess,
  startTestPostgres,
} from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startFleet } from './start-fleet.ts';

/** These tests run real processes and wait for missed heartbeats, so only `script/test --long` runs them. */
const slowly = { timeout: 240_000, interval: 300 };

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Web = Awaited<ReturnType<Fleet['web']>>;

async function sent(web: Pick<Web, 'url'>, token: string, bytes: Uint8Array): Promise<string> {
  const answer = await sendFile(web, token, bytes);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { jobId: string }).jobId;
}

async function untilEnded({ observer, retryNow }: Fleet, name: string) {
  const unfinished = async () => {
    await retryNow();
    const { rows } = await observer.deps.db.execute(
      sql`select 1 from jobs.job where name = ${name} and state in ('created', 'retry', 'active')`,
    );
    return rows.length;
  };
  await expect.poll(unfinished, slowly).toBe(0);
}

/** Sends recordings of each user repeatedly until `stop`, even while the database is unreachable. */
function keepSending(web: Web, persons: readonly { token: string }[], recording: Uint8Array) {
  const acceptedIds: string[] = [];
  const refusals = new Set<number>();
  let isOver = false;
  const sending = Promise.all(
    persons.map(async ({ token }) => {
      while (!isOver) {
        const answer = await sendFile(web, token, recording);
        if (answer.status === 201) acceptedIds.push(((await answer.json()) as { jobId: string }).jobId);
        else refusals.add(answer.status);
        await delay(500);
      }
    }),
  );
  const stop = async () => {
    isOver = true;
    await sending;
  };
  return { acceptedIds, refusals, stop, [Symbol.asyncDispose]: stop };
}

longTest.each([
  ['stopped', 'SIGINT'],
  ['killed with -9', 'SIGKILL'],
] as const)(
  'the product finishes every accepted recording after PostgreSQL was %s and restarted under load',
  async (_how, signal) => {
    await using folder = await temporaryFolder({ fast: true });
    // Another process starts PostgreSQL and is killed first, because it would otherwise restart PostgreSQL
    // immediately.
    await using starter = startPostgresProcess(folder.path);
    const postgres = await starter.started;
    await using fleet = await startFleet({ databaseUrl: postgres.url });
    await using web = await fleet.web();
    const persons = await fleet.people(web, 2);
    fleet.engine.answerWith(() => ({ until: delay(500) }));
    await using one = await fleet.worker();
    await using two = await fleet.worker();
    await using load = keepSending(web, persons, await recordingOf(20));
    const { acceptedIds, refusals } = load;
    await expect.poll(() => acceptedIds.length, slowly).toBeGreaterThan(3);
    const { engine } = fleet;
    await expect
      .poll(() => engine.begun() - engine.calls.length, { ...slowly, interval: 20 })
      .toBeGreaterThan(0);
    await starter.killHard();
    process.kill((await runningPostmaster(postgres)) ?? Number.NaN, signal);
    await expect.poll(() => runningPostmaster(postgres), slowly).toBeUndefined();
    await expect.poll(() => refusals.has(503), slowly).toBe(true);
    const again = await startTestPostgres(folder.path);
    const before = acceptedIds.length;
    await expect.poll(() => acceptedIds.length, slowly).toBeGreaterThan(before + 2);
    await load.stop();
    await untilEnded(fleet, 'run-transcription');
    await untilEnded(fleet, 'deliver-mail');
    const rows = await expectNothingLost(fleet.everything);
    const texts = new Set(rows.filter(({ status }) => status === 'completed').map(({ id }) => id));
    expect(acceptedIds.filter((id) => !texts.has(id))).toEqual([]);
    expect([...refusals].filter((code) => ![503, 429].includes(code))).toEqual([]);
    await Promise.all([one.stop(), two.stop()]);
    await web.kill();
    await again.stop();
  },
  400_000,
);

longTest(
  'the worker completes each transcription and mail once despite bad engine answers, a busy engine and a mail outage',
  async () => {
    await using fleet = await startFleet();
    await using web = await fleet.web();
    const [ana, bia] = await fleet.people(web, 2);
    const recording = await recordingOf(20);
    const stoppedServer = await silentServer();
    const unreachableUrl = stoppedServer.url;
    await stoppedServer[Symbol.asyncDispose]();
    const startedAt = Date.now();
    const odd = [
      { raw: '<html>502</html>' },
      { raw: '{"text": "cortado no mei' },
      { raw: '{"text": 7, "segments": "none"}' },
    ];
    fleet.engine.answerWith((call) => {
      if (call <= odd.length) return odd[call - 1] ?? {};
      if (Date.now() - startedAt < 60_000) return { status: 429, headers: { 'retry-after': '2' } };
      return {};
    });
    const ids = [await sent(web, ana?.token ?? '', recording), await sent(web, bia?.token ?? '', recording)];
    await using worker = await fleet.worker({ SMTP_URL: unreachableUrl });
    await worker.ready;
    await untilEnded(fleet, 'run-transcription');
    expect(Date.now() - startedAt).toBeGreaterThan(60_000);
    expect((await readJob(web, ana?.token ?? '', ids[0] ?? '')).status).toBe('completed');
    expect((await readJob(web, bia?.token ?? '', ids[1] ?? '')).status).toBe('completed');
    await worker.stop();

    // The worker repeats a chunk when the engine hangs.
    let hung = 0;
    fleet.engine.answerWith(() => (hung++ < 2 ? { until: new Promise<never>(() => {}) } : {}));
    await using waits = await fleet.worker({ SPEECH_TIMEOUT_SECONDS: '3' });
    await waits.ready;
    const late = await sent(web, bia?.token ?? '', recording);
    await untilEnded(fleet, 'run-transcription');
    expect((await readJob(web, bia?.token ?? '', late)).status).toBe('completed');
    await waits.stop();

    // A stopping worker does not wait for a hanging engine, but returns the job to the queue and exits.
    fleet.engine.answerWith(() => ({ until: new Promise<never>(() => {}) }));
    await using stuck = await fleet.worker();
    await stuck.ready;
    const begunBefore = fleet.engine.begun();
    await sent(web, ana?.token ?? '', recording);
    await expect.poll(fleet.engine.begun, slowly).toBe(begunBefore + 1);
    expect(await stuck.stop()).toEqual({ code: 0, signal: null });
    expect(workLines(stuck.output()).at(-1)).toMatchObject({ work: 'recording', outcome: 'retried' });
    fleet.engine.answerWith(() => ({}));
    await using last = await fleet.worker();
    await untilEnded(fleet, 'run-transcription');
    expect(last.output()).not.toContain('takes over');
    await untilEnded(fleet, 'deliver-mail');
    const rows = await expectNothingLost(fleet.everything);
    expect(rows).toHaveLength(4);
    await last.stop();
  },
  300_000,
);
