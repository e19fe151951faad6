import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wavOf } from '#server/adapters/media/wav-of.ts';
import { openEventStream } from '../event-stream.ts';
import { failingLine } from '../failing-line.ts';
import { expectNothingLost } from '../nothing-lost.ts';
import { recordingOf } from '../recordings.ts';
import { postgresAt, postmasterOf } from '../setup/postgres-at.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { silentServer } from '../silent-server.ts';
import { idIn, sendResuming } from '../tus.ts';
import { readJob, sendFile } from '../uploading.ts';
import { startFleet } from './start-fleet.ts';

/** Real processes, and waits until a lost one is missed: `script/test --long` runs them. */
const long = test.runIf(process.env.LONG_TESTS === '1');
const slowly = { timeout: 240_000, interval: 300 };

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Web = Awaited<ReturnType<Fleet['web']>>;

async function sent(web: Pick<Web, 'url'>, token: string, bytes: Uint8Array): Promise<string> {
  const answer = await sendFile(web, token, bytes);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { jobId: string }).jobId;
}

async function untilEnded({ eyes, comeNow }: Fleet, name: string) {
  const unfinished = async () => {
    await comeNow();
    const { rows } = await eyes.deps.db.execute(
      sql`select 1 from jobs.job where name = ${name} and state in ('created', 'retry', 'active')`,
    );
    return rows.length;
  };
  await expect.poll(unfinished, slowly).toBe(0);
}

long(
  'a web killed with -9 during an upload and during an event stream: both go on, at it or at another',
  async () => {
    await using fleet = await startFleet({ environment: { SPEECH_PARALLEL: '1' } });
    await using other = await fleet.web();
    const [ana] = await fleet.people(other, 1);
    const token = ana?.token ?? '';
    // Of many megabytes, so that it is still on its way.
    const recording = Buffer.from(
      wavOf(new Int16Array(400 * 16_000).map((_, at) => 8_000 * Math.sin(at / 5))),
    );
    await using doomed = await fleet.web();
    // The first bytes have come when it dies; the client finds the next process at the same address.
    const sending = sendResuming({ place: doomed, token, file: recording, bytes: recording.length });
    await expect
      .poll(async () => (await fleet.eyes.deps.db.execute(sql`select 1 from uploads`)).rows.length, {
        interval: 5,
      })
      .toBe(1);
    expect(await Promise.race([sending, Promise.resolve('under way')])).toBe('under way');
    await doomed.kill();
    await using next = await fleet.web({ port: doomed.port });
    const uploadId = idIn(await sending);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ uploadId });
    const answer = await fetch(`${other.url}/api/transcribe`, { method: 'POST', headers, body });
    const { jobId } = (await answer.json()) as { jobId: string };

    const held = Promise.withResolvers<void>();
    fleet.engine.answerWith((call) => ({ text: `Parte ${call}.`, ...(call > 1 && { until: held.promise }) }));
    await using worker = await fleet.worker();
    const at = ({ url }: Pick<Web, 'url'>) => ({ url: `${url}/api/transcribe/${jobId}/events`, token });
    const stream = await openEventStream({ ...at(next), mayBreak: true });
    await expect.poll(() => stream.segments().length, slowly).toBe(1);
    const lastEventId = stream.events.at(-1)?.id;
    await next.kill();
    await expect.poll(stream.isOver).toBe(true);
    const resumed = await openEventStream({ ...at(other), lastEventId });
    held.resolve();
    await expect.poll(resumed.isOver, slowly).toBe(true);
    // Nothing again, nothing missed.
    const heard = [...stream.segments(), ...resumed.segments()].map(({ text }) => text);
    expect(heard).toEqual((await readJob(other, token, jobId)).segments.map(({ text }) => text));
    await stream.close();
    await resumed.close();
    const [row] = await expectNothingLost(fleet.everything);
    expect(row?.status).toBe('completed');
    await worker.stop();
  },
  180_000,
);

long(
  'PostgreSQL stopped and started again under load: whoever was told "accepted" gets a text',
  async () => {
    await using folder = await temporaryFolder({ fast: true });
    const postgres = await postgresAt(folder.path);
    await using fleet = await startFleet({ databaseUrl: postgres.url });
    await using web = await fleet.web();
    const persons = await fleet.people(web, 4);
    await using one = await fleet.worker();
    await using two = await fleet.worker();
    const recording = await recordingOf(20);
    const acceptedIds: string[] = [];
    const refusals = new Set<number>();
    let isOver = false;
    const load = persons.map(async ({ token }) => {
      for (let tries = 0; tries < 20 && !isOver; tries += 1) {
        const answer = await sendFile(web, token, recording);
        if (answer.status === 201) acceptedIds.push(((await answer.json()) as { jobId: string }).jobId);
        else refusals.add(answer.status);
        await delay(200);
      }
    });
    await expect.poll(() => acceptedIds.length, slowly).toBeGreaterThan(3);
    await postgres.stop();
    process.kill((await postmasterOf(postgres)) ?? Number.NaN, 'SIGINT');
    await expect.poll(() => postmasterOf(postgres), slowly).toBeUndefined();
    await expect.poll(() => refusals.has(503), slowly).toBe(true);
    const again = await postgresAt(folder.path);
    const before = acceptedIds.length;
    await expect.poll(() => acceptedIds.length, slowly).toBeGreaterThan(before + 2);
    isOver = true;
    await Promise.all(load);
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

long(
  'a storage that answers 503 for a while: uploads are refused in words, what was accepted waits and is finished',
  async () => {
    await using fleet = await startFleet({ storageAt: failingLine });
    await using web = await fleet.web();
    const [ana] = await fleet.people(web, 1);
    const token = ana?.token ?? '';
    const recording = await recordingOf(20);
    const id = await sent(web, token, recording);
    // Set aside until the storage is away again: a worker waits for it at its start.
    await fleet.eyes.deps.db.execute(
      sql`update jobs.job set start_after = now() + interval '1 hour' where name = 'run-transcription'`,
    );
    await using worker = await fleet.worker();
    await worker.ready;
    fleet.line?.fail();
    const refused = await sendFile(web, token, recording);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'storage_unavailable' });
    await fleet.eyes.deps.db.execute(
      sql`update jobs.job set start_after = now() where name = 'run-transcription'`,
    );
    const job = () => readJob(web, token, id);
    await expect.poll(async () => (await job()).reason, slowly).toBe('storage_away');
    expect(await job()).toMatchObject({ status: 'pending' });
    fleet.line?.mend();
    await untilEnded(fleet, 'run-transcription');
    expect((await job()).status).toBe('completed');
    await untilEnded(fleet, 'deliver-mail');
    await expectNothingLost(fleet.everything);
    await worker.stop();
  },
  180_000,
);

long(
  'an engine that talks nonsense and is busy for a minute, and a mail server that is away meanwhile: late, and once',
  async () => {
    await using fleet = await startFleet();
    await using web = await fleet.web();
    const [ana, bia] = await fleet.people(web, 2);
    const recording = await recordingOf(20);
    const away = await silentServer();
    const closed = away.url;
    await away[Symbol.asyncDispose]();
    const begun = Date.now();
    const odd = [
      { raw: '<html>502</html>' },
      { raw: '{"text": "cortado no mei' },
      { raw: '{"text": 7, "segments": "none"}' },
    ];
    fleet.engine.answerWith((call) => {
      if (call <= odd.length) return odd[call - 1] ?? {};
      if (Date.now() - begun < 60_000) return { status: 429, headers: { 'retry-after': '2' } };
      return {};
    });
    const ids = [await sent(web, ana?.token ?? '', recording), await sent(web, bia?.token ?? '', recording)];
    await using worker = await fleet.worker({ SMTP_URL: closed });
    await worker.ready;
    await untilEnded(fleet, 'run-transcription');
    expect(Date.now() - begun).toBeGreaterThan(60_000);
    expect((await readJob(web, ana?.token ?? '', ids[0] ?? '')).status).toBe('completed');
    expect((await readJob(web, bia?.token ?? '', ids[1] ?? '')).status).toBe('completed');
    await worker.stop();

    // Of one that hangs, the chunk is asked again.
    let hung = 0;
    fleet.engine.answerWith(() => (hung++ < 2 ? { until: new Promise<never>(() => {}) } : {}));
    await using waits = await fleet.worker({ SPEECH_TIMEOUT_SECONDS: '3' });
    await waits.ready;
    const late = await sent(web, bia?.token ?? '', recording);
    await untilEnded(fleet, 'run-transcription');
    expect((await readJob(web, bia?.token ?? '', late)).status).toBe('completed');
    await waits.stop();

    // One that never answers holds a worker that is told to stop for no longer than it takes to put the job back.
    fleet.engine.answerWith(() => ({ until: new Promise<never>(() => {}) }));
    await using stuck = await fleet.worker();
    await stuck.ready;
    const begunBefore = fleet.engine.begun();
    await sent(web, ana?.token ?? '', recording);
    await expect.poll(fleet.engine.begun, slowly).toBe(begunBefore + 1);
    expect(await stuck.stop()).toEqual({ code: 0, signal: null });
    fleet.engine.answerWith(() => ({}));
    await using last = await fleet.worker();
    await untilEnded(fleet, 'run-transcription');
    await untilEnded(fleet, 'deliver-mail');
    const rows = await expectNothingLost(fleet.everything);
    expect(rows).toHaveLength(4);
    await last.stop();
  },
  300_000,
);
