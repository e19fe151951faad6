import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { megabyte, noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendFile, uploadRecording } from '#tests/helpers/upload-recording.ts';

const reason = await noSmallDiskBecause();
const title = (what: string) => (reason === undefined ? what : `${what} (skipped: ${reason})`);
const onSmallDisk = test.skipIf(reason !== undefined);

const full = {
  code: 'storage_full',
  error: 'O servidor está sem espaço para o arquivo. Já fomos avisados; tente de novo mais tarde.',
};
const slowly = { timeout: 30_000 };

let disk: Awaited<ReturnType<typeof smallDisk>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let ana: TestUser;

beforeAll(async () => {
  if (reason !== undefined) return;
  disk = await smallDisk({ megabytes: 32 });
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, DATA_DIR: disk.path });
}, 60_000);
afterAll(async () => {
  if (reason !== undefined) return;
  await product.close();
  await engine.close();
  await disk[Symbol.asyncDispose]();
});
beforeEach(async () => {
  if (reason !== undefined) return;
  await disk.makeRoom();
  ana = await signedInUser(product);
});

async function storedUploads() {
  const keys: string[] = [];
  for await (const { key } of product.deps.storage.list('uploads')) keys.push(key);
  return keys;
}
const halves = () => readdir(join(disk.path, 'files', '.unfinished')).catch(() => []);
const usage = async () =>
  (
    await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${ana.userId}`,
    )
  ).rows[0];
const rowsOf = async () =>
  (await product.deps.db.execute(sql`select 1 from uploads where user_id = ${ana.userId}`)).rowCount;
const isAlive = async () => (await fetch(`${product.url}/health/live`)).status === 200;
const statusOf = async (id: string) => (await readJob(product, ana.token, id)).status;

onSmallDisk(title('the server refuses a form larger than the free disk space'), async () => {
  const before = await storedUploads();
  await disk.fillBut(2 * megabyte);
  const recording = encodeWav(new Int16Array(3 * megabyte));
  const answer = await sendFile(product, ana.token, recording, 'aula.wav');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject(full);
  expect(await storedUploads()).toEqual(before);
  expect(await halves()).toEqual([]);
  expect(await rowsOf()).toBe(0);
  expect(await disk.freeBytes()).toBeGreaterThan(1.9 * megabyte);
  expect(await usage()).toBeUndefined();
  expect(await isAlive()).toBe(true);

  await disk.makeRoom();
  const id = await uploadRecording(product, ana.token, recording);
  await expect.poll(() => statusOf(id), slowly).toBe('completed');
});

onSmallDisk(title('a resumable upload continues where the disk was full, once space is free'), async () => {
  const tus = tusAt(product, ana.token);
  const recording = Buffer.from(encodeWav(new Int16Array(1.5 * megabyte)));
  const path = await tus.begin(recording.length);
  await disk.fillBut(megabyte);
  const broken = await tus.patch(path, 0, recording);
  expect(broken.status).toBe(503);
  expect(await broken.json()).toMatchObject(full);
  expect(await usage()).toBeUndefined();
  expect(await isAlive()).toBe(true);
  // The server refuses half a recording.
  const uploadId = idIn(path);
  expect((await ana.call('/transcribe', { body: { uploadId } })).status).toBe(409);

  await disk.makeRoom();
  const offset = Number((await tus.head(path)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(0.5 * megabyte);
  expect(offset).toBeLessThan(recording.length);
  expect((await tus.patch(path, offset, recording.subarray(offset))).status).toBe(204);
  const answer = await ana.call('/transcribe', { body: { uploadId } });
  const { jobId } = (await answer.json()) as { jobId: string };
  await expect.poll(() => statusOf(jobId), slowly).toBe('completed');
});

onSmallDisk(title('an upload that cannot begin on a full disk leaves nothing'), async () => {
  const before = await storedUploads();
  await disk.fillBut(0);
  const answer = await tusAt(product, ana.token).create(megabyte);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject(full);
  await expect.poll(rowsOf).toBe(0);
  expect(await storedUploads()).toEqual(before);
});

onSmallDisk(
  title('a recording waits uncharged while the disk is too full to prepare it, and finishes later'),
  async () => {
    const recording = await recordingOf(120);
    const soundBytes = 120 * 32_000;
    await disk.fillBut(recording.length + soundBytes + 0.2 * megabyte);
    // The sound alone fits, but not together with the player's copy, which ffmpeg makes at the same time.
    const id = await uploadRecording(product, ana.token, recording);
    const reasonOf = async () => (await readJob(product, ana.token, id)).reason;
    await expect.poll(reasonOf, slowly).toBe('out_of_room');
    expect(await readJob(product, ana.token, id)).toMatchObject({
      status: 'pending',
      reason_text: 'O servidor está sem espaço. Já fomos avisados; continuamos assim que houver.',
    });
    expect(await usage()).toMatchObject({ settled: 0 });
    expect(await readdir(join(disk.path, 'work'))).toEqual([]);
    expect(await isAlive()).toBe(true);

    await disk.makeRoom();
    // Skip the delay until the next attempt.
    const comeNow = () =>
      product.deps.db.execute(
        sql`update jobs.job set start_after = now() where state = 'retry' and data->>'transcriptionId' = ${id}`,
      );
    await expect.poll(async () => (await comeNow()).rowCount, slowly).toBe(1);
    await expect.poll(() => statusOf(id), slowly).toBe('completed');
    expect((await usage())?.reserved).toBe(0);
    expect((await usage())?.settled).toBeGreaterThanOrEqual(120);
    expect((await usage())?.settled).toBeLessThanOrEqual(121);
    // Check all recordings of this file.
    const rows = await expectNothingLost(product);
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'completed'));
  },
  60_000,
);
