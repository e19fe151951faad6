import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import type { Deps } from '#server/deps.ts';
import { openEventStream } from '#tests/helpers/event-stream.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { failingProxy, heldRequest } from '#tests/helpers/network-faults.ts';
import { expectNothingLost, unfinishedUploads } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { formBody, readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { startFleet } from './start-fleet.ts';

/** These tests run real processes and wait for expiring leases, so only `script/test --long` runs them. */
const slowly = { timeout: 120_000, interval: 100 };
const megabyte = 1_048_576;
/** More than one part of a multipart upload, so that the storage holds a part, but less than the whole file. */
const firstBytes = 9 * megabyte;

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Web = Pick<Awaited<ReturnType<Fleet['web']>>, 'url'>;

/** Makes many megabytes without repetition, so that the tests notice misplaced bytes. */
const longRecording = () =>
  Buffer.from(
    encodeWav(new Int16Array(400 * 16_000).map((_, at) => 8_000 * Math.sin(at / 5 + (at / 9_999) ** 2))),
  );

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function storedSum({ storage }: Pick<Deps, 'storage'>, key: string) {
  const hash = createHash('sha256');
  for await (const piece of await storage.read(key)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function transcribed({ url }: Web, token: string, uploadId: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ uploadId });
  const answer = await fetch(`${url}/api/transcribe`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { jobId: string }).jobId;
}

/** Asks the storage how many bytes of an unfinished upload it has received. */
const storedBytes = ({ observer }: Fleet, path: string) =>
  observer.deps.uploads.getUpload(`uploads/${idIn(path)}`).then(
    ({ offset }) => offset,
    () => 0,
  );

/** Resumes at the storage's offset, which must lie inside the file, and compares the stored bytes with the file. */
async function finishUpload(
  fleet: Fleet,
  at: { web: Web; token: string; path: string; file: Buffer<ArrayBuffer> },
) {
  const { web, token, path, file } = at;
  const tus = tusAt(web, token);
  const offset = Number((await tus.head(path)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThan(file.length);
  expect((await tus.patch(path, offset, file.subarray(offset))).status).toBe(204);
  expect(await storedSum(fleet.observer.deps, `uploads/${idIn(path)}`)).toBe(sumOf(file));
}

const completed = (fleet: Fleet) =>
  expect.poll(async () => {
    await fleet.retryNow();
    const { rows } = await fleet.observer.deps.db.execute(sql`
      select 1 from transcriptions where status in ('pending', 'processing')`);
    return rows.length;
  }, slowly);

longTest(
  'uploads, forms and event streams continue at either web process after kill -9 of one',
  async () => {
    await using fleet = await startFleet({ environment: { SPEECH_PARALLEL: '1' } });
    const { deps } = fleet.observer;
    const [ana] = await fleet.people(fleet.observer, 1);
    const token = ana?.token ?? '';
    const file = longRecording();
    await using doomed = await fleet.web();
    const path = await tusAt(doomed, token).begin(file.length);
    const sending = tusAt(doomed, token).heldPatch(path, file, firstBytes);
    await expect.poll(() => storedBytes(fleet, path), slowly).toBeGreaterThan(0);
    expect(await doomed.kill()).toMatchObject({ signal: 'SIGKILL' });
    await expect(sending.answer).rejects.toThrow();
    await using next = await fleet.web({ port: doomed.port });
    await finishUpload(fleet, { web: next, token, path, file });

    // A form cannot resume, so the server must discard the first half and accept the form when the client repeats it.
    const form = formBody([{ field: 'file', name: 'aula.wav', bytes: file }]);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': form.type,
      'content-length': String(form.body.length),
    };
    const first = form.body.subarray(0, firstBytes);
    const half = heldRequest(`${next.url}/api/transcribe`, { method: 'POST', headers, first });
    await expect.poll(() => unfinishedUploads(deps), slowly).not.toEqual([]);
    await next.kill();
    await expect(half.answer).rejects.toThrow();
    await using third = await fleet.web({ port: doomed.port });
    expect((await deps.db.execute(sql`select 1 from transcriptions`)).rowCount).toBe(0);

    const held = Promise.withResolvers<void>();
    fleet.engine.answerWith((call) => ({ text: `Parte ${call}.`, ...(call > 1 && { until: held.promise }) }));
    await using worker = await fleet.worker();
    const jobId = await transcribed(third, token, idIn(path));
    const at = ({ url }: Web) => ({ url: `${url}/api/transcribe/${jobId}/events`, token });
    const stream = await openEventStream({ ...at(third), mayBreak: true });
    await expect.poll(() => stream.segments().length, slowly).toBe(1);
    const lastEventId = stream.events.at(-1)?.id;
    await third.kill();
    await expect.poll(stream.isOver).toBe(true);
    const resumed = await openEventStream({ ...at(fleet.observer), lastEventId });
    held.resolve();
    await expect.poll(resumed.isOver, slowly).toBe(true);
    // The two streams together must contain each event exactly once.
    const heard = [...stream.segments(), ...resumed.segments()].map(({ text }) => text);
    expect(heard).toEqual((await readJob(fleet.observer, token, jobId)).segments.map(({ text }) => text));
    await stream.close();
    await resumed.close();
    expect((await sendFile(fleet.observer, token, file, 'aula.wav')).status).toBe(201);
    await completed(fleet).toBe(0);
    const rows = await expectNothingLost(fleet.everything);
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed']);
    await worker.stop();
  },
  400_000,
);

longTest(
  'the server refuses uploads and forms with 503 while the storage fails, and the worker finishes the work afterwards',
  async () => {
    await using fleet = await startFleet({ storageAt: failingProxy });
    const { observer, line } = fleet;
    await using web = await fleet.web();
    const [ana] = await fleet.people(web, 1);
    const token = ana?.token ?? '';
    const file = longRecording();
    const path = await tusAt(web, token).begin(file.length);
    const sending = tusAt(web, token).heldPatch(path, file, firstBytes);
    await expect.poll(() => storedBytes(fleet, path), slowly).toBeGreaterThan(0);
    line?.fail();
    sending.end();
    const refused = await sending.answer;
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'storage_unavailable' });
    const form = await sendFile(web, token, await recordingOf(20));
    expect(form.status).toBe(503);
    expect(await form.json()).toMatchObject({ code: 'storage_unavailable' });
    line?.mend();
    await finishUpload(fleet, { web, token, path, file });

    const id = await transcribed(web, token, idIn(path));
    // A starting worker waits for its storage. So delay the job until the worker has started and the storage fails.
    const delayJobs = (until: string) =>
      observer.deps.db.execute(sql`
        update jobs.job set start_after = now() + ${until}::interval where name = 'run-transcription'`);
    await delayJobs('1 hour');
    await using worker = await fleet.worker();
    await worker.ready;
    line?.fail();
    await delayJobs('0');
    const job = () => readJob(web, token, id);
    await expect.poll(async () => (await job()).reason, slowly).toBe('storage_away');
    expect(await job()).toMatchObject({ status: 'pending' });

    // The storage now serves reads, but refuses to store the player's files.
    const isWrite = ({ method, path: requested }: { method: string; path: string }) =>
      method !== 'GET' && method !== 'HEAD' && requested.includes('/transcriptions/');
    line?.fail(isWrite);
    const refusedBefore = line?.refused().length ?? 0;
    await observer.deps.db.execute(sql`update transcriptions set reason = null where id = ${id}`);
    await expect
      .poll(async () => {
        await fleet.retryNow();
        return (await job()).reason;
      }, slowly)
      .toBe('storage_away');
    expect(line?.refused().length).toBeGreaterThan(refusedBefore);
    line?.mend();
    await completed(fleet).toBe(0);
    const [row] = await expectNothingLost(fleet.everything);
    expect(row?.status).toBe('completed');
    await worker.stop();
  },
  300_000,
);
