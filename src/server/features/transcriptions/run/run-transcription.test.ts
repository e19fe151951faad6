import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { limitKey } from '#server/features/limits/rate-limit.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { mailsTo, waitForMail } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let minute: Buffer;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  minute = await recordingOf(60);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const slowly = { timeout: 45_000 };
const statusOf = async ({ token }: TestUser, id: string) => (await readJob(product, token, id)).status;
const usageOf = async ({ userId }: TestUser) =>
  (
    await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
    )
  ).rows[0];
const finishedMails = async ({ account }: TestUser) =>
  (await mailsTo(product.mailboxUrl, account.email)).filter(({ subject }) => /pronta/i.test(subject));

test('a file becomes text with words and times, with one charge and one mail', async () => {
  const ana = await signedInUser(product);
  // Two chunks, because nine and a half minutes exceed the engine's preferred length.
  engine.answerWith((call) => ({ text: `Parte ${call}.` }));
  const id = await uploadRecording(product, ana.token, await recordingOf(570));
  await expect.poll(() => statusOf(ana, id), slowly).toBe('completed');
  const job = await readJob(product, ana.token, id);
  expect(engine.calls.length).toBeGreaterThan(1);
  expect(new Set(engine.calls.map(({ chunk }) => chunk)).size).toBe(engine.calls.length);
  expect(job.segments.map(({ id: number }) => number)).toEqual(engine.calls.map((_call, index) => index));
  expect(job.segments[0]).toMatchObject({ start_ms: 500, end_ms: 2_500 });
  for (const { text } of job.segments) expect(job.text).toContain(text);
  // Later chunks are at their place in the recording, in order.
  const starts = job.segments.map(({ start_ms }) => start_ms);
  expect(starts).toEqual([...starts].sort((one, two) => one - two));
  expect(starts[1]).toBeGreaterThan(60_000);
  expect(job.audio_duration).toBeCloseTo(570, 0);
  expect(job.progress).toEqual({ percent: 100, seconds_left: 0 });
  const usage = await usageOf(ana);
  expect(usage?.reserved).toBe(0);
  expect(usage?.settled).toBeGreaterThanOrEqual(570);
  expect(usage?.settled).toBeLessThanOrEqual(571);
  await waitForMail(product.mailboxUrl, ana.account.email, /pronta/i);
  expect(await finishedMails(ana)).toHaveLength(1);
}, 90_000);

test('a recording without a file name keeps none, and its mail names its day', async () => {
  const rita = await signedInUser(product);
  const sound = Buffer.from(await recordingOf(3));
  const tus = tusAt(product, rita.token);
  const path = await tus.begin(sound.length, '');
  await tus.patch(path, 0, sound);
  const answer = await rita.call('/transcribe', { body: { uploadId: idIn(path), language: 'pt' } });
  const { jobId } = (await answer.json()) as { jobId: string };
  await expect.poll(() => statusOf(rita, jobId), slowly).toBe('completed');
  expect(await readJob(product, rita.token, jobId)).toMatchObject({ title: null, file_name: '' });
  const mail = await waitForMail(product.mailboxUrl, rita.account.email, /pronta/i);
  expect(mail.subject).toMatch(/^Transcrição pronta: Gravação de \d{1,2} de .+, \d\dh\d\d$/);
}, 60_000);

longTest(
  'the engine starts with the first minutes while the server still reads the rest',
  async () => {
    const rui = await signedInUser(product);
    await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${rui.userId}`);
    const planned: (number | null)[] = [];
    const readChunks = async () => {
      const { rows } = await product.deps.db.execute<{ total: number | null }>(
        sql`select chunks_total as total from transcriptions where user_id = ${rui.userId}`,
      );
      planned.push(rows[0]?.total ?? null);
    };
    engine.answerWith((call) => ({ text: `Parte ${call}.`, ...(call === 1 ? { until: readChunks() } : {}) }));
    const id = await uploadRecording(product, rui.token, await recordingOf(30 * 60));
    await expect.poll(() => statusOf(rui, id), { timeout: 100_000 }).toBe('completed');
    expect(planned).toEqual([null]);
    const { segments, audio_duration } = await readJob(product, rui.token, id);
    expect(segments).toHaveLength(engine.calls.length);
    expect(audio_duration).toBeCloseTo(1_800, 0);
  },
  120_000,
);

test('the server asks a busy engine again when it said, and sends no chunk more often than that', async () => {
  const bia = await signedInUser(product);
  engine.answerWith((call) => (call <= 2 ? { status: 429, headers: { 'retry-after': '1' } } : {}));
  const begunAt = Date.now();
  const id = await uploadRecording(product, bia.token, minute);
  await expect.poll(() => statusOf(bia, id), slowly).toBe('completed');
  expect(Date.now() - begunAt).toBeGreaterThan(2_000);
  expect(engine.calls.map(({ status }) => status)).toEqual([429, 429, 200]);
}, 60_000);

test('after the last retry the worker stores a reason, returns the seconds and sends no mail, and another retry is free', async () => {
  const caio = await signedInUser(product);
  engine.answerWith(() => ({ status: 500, headers: { 'retry-after-ms': '5' } }));
  const id = await uploadRecording(product, caio.token, minute);
  // During the retries, the screen says why the recording waits.
  await expect.poll(async () => (await readJob(product, caio.token, id)).reason, slowly).toBe('engine_away');
  expect(await readJob(product, caio.token, id)).toMatchObject({
    status: 'pending',
    reason_text: 'O motor de transcrição não respondeu. Tentamos de novo sozinhos.',
    can_retry: false,
  });
  expect((await caio.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(409);
  // Skips the hours until the last retry.
  const spend = () =>
    product.deps.db.execute(sql`
      update jobs.job set retry_limit = retry_count + 1, start_after = now()
      where name = 'run-transcription' and state = 'retry' and data->>'transcriptionId' = ${id}`);
  await expect.poll(async () => (await spend()).rowCount, slowly).toBe(1);
  await expect.poll(() => statusOf(caio, id), slowly).toBe('failed');
  expect(await readJob(product, caio.token, id)).toMatchObject({
    reason_text: 'Tentamos várias vezes e não deu certo. Nada foi descontado; tente de novo.',
    can_retry: true,
  });
  expect(await usageOf(caio)).toEqual({ reserved: 0, settled: 0 });

  engine.answerWith(() => ({}));
  expect((await caio.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
  await expect.poll(() => statusOf(caio, id), slowly).toBe('completed');
  expect(await usageOf(caio)).toEqual({ reserved: 0, settled: 0 });
  await waitForMail(product.mailboxUrl, caio.account.email, /pronta/i);
  expect(await finishedMails(caio)).toHaveLength(1);
}, 120_000);

test('a chunk that the engine refuses permanently ends the job at once, uncharged', async () => {
  const davi = await signedInUser(product);
  engine.answerWith(() => ({ status: 400 }));
  const id = await uploadRecording(product, davi.token, minute);
  await expect.poll(() => statusOf(davi, id), slowly).toBe('failed');
  expect(await readJob(product, davi.token, id)).toMatchObject({ reason: 'engine_refused', can_retry: true });
  expect(await usageOf(davi)).toEqual({ reserved: 0, settled: 0 });
}, 60_000);

test('a recording missing from the storage ends the job at once, with that reason and without the offer of a retry', async () => {
  const rita = await signedInUser(product);
  engine.answerWith(() => ({ status: 400 }));
  const id = await uploadRecording(product, rita.token, minute);
  await expect.poll(() => statusOf(rita, id), slowly).toBe('failed');
  const { rows } = await product.deps.db.execute<{ key: string }>(
    sql`select original_key as key from transcriptions where id = ${id}`,
  );
  await product.deps.storage.remove(rows[0]?.key ?? '');
  engine.answerWith(() => ({}));
  expect((await rita.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
  await expect.poll(async () => (await readJob(product, rita.token, id)).reason).toBe('original_gone');
  expect(await readJob(product, rita.token, id)).toMatchObject({
    status: 'failed',
    reason_text:
      'A gravação não está mais no nosso armazenamento. Nada foi descontado; envie o arquivo de novo.',
    can_retry: false,
  });
  expect(engine.calls).toEqual([]);
  expect((await rita.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(409);
  expect(await usageOf(rita)).toEqual({ reserved: 0, settled: 0 });
}, 30_000);

test('the server allows twenty retries an hour of a refused file, then makes the owner wait', async () => {
  const saul = await signedInUser(product);
  engine.answerWith(() => ({ status: 400 }));
  const short = await recordingOf(3);
  const id = await uploadRecording(product, saul.token, short);
  await expect.poll(() => statusOf(saul, id), slowly).toBe('failed');
  const again = () => saul.call(`/transcribe/${id}/retry`, { method: 'POST' });
  expect((await again()).status).toBe(204);
  await expect.poll(() => statusOf(saul, id), slowly).toBe('failed');
  // Simulate several retries within the hour.
  const key = limitKey(product.deps, `${saul.userId}:begin-again:retry`);
  const { rowCount } = await product.deps.db.execute(
    sql`update rate_limits set hits = 19 where key = ${key} and hits = 1`,
  );
  expect(rowCount).toBe(1);
  expect((await again()).status).toBe(204);
  await expect.poll(() => statusOf(saul, id), slowly).toBe('failed');
  const sent = engine.begun();
  const refused = await again();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  });
  expect(await readJob(product, saul.token, id)).toMatchObject({ status: 'failed', can_retry: true });
  expect(engine.begun()).toBe(sent);
  // One owner's limit does not affect another owner.
  const bela = await signedInUser(product);
  const hers = await uploadRecording(product, bela.token, short);
  await expect.poll(() => statusOf(bela, hers), slowly).toBe('failed');
  expect((await bela.call(`/transcribe/${hers}/retry`, { method: 'POST' })).status).toBe(204);
}, 60_000);

// The probe limit is half a minute.
longTest(
  'a file that takes too long to read ends as unreadable, and the server does not retry it for hours',
  async () => {
    const eva = await signedInUser(product);
    engine.answerWith(() => ({ status: 400 }));
    const id = await uploadRecording(product, eva.token, encodeWav(new Int16Array(16_000 * 5).fill(9_000)));
    await expect.poll(() => statusOf(eva, id), slowly).toBe('failed');
    const { rows } = await product.deps.db.execute<{ key: string }>(
      sql`select original_key as key from transcriptions where id = ${id}`,
    );
    // Zeros take no space on the disk, but ffmpeg reads all of them.
    await truncate(join(product.config.dataDir, 'files', rows[0]?.key ?? ''), 64 * 1_073_741_824);
    expect((await eva.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
    await expect.poll(() => statusOf(eva, id), { timeout: 60_000 }).toBe('error');
    expect(await readJob(product, eva.token, id)).toMatchObject({ reason: 'unreadable', can_retry: false });
    expect(await usageOf(eva)).toEqual({ reserved: 0, settled: 0 });
  },
  120_000,
);
