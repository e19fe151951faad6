import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanUsage } from '#contract/plan-usage.ts';
import { calendarMonth } from '#domain/format/calendar.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendFile, uploadRecording } from '#tests/helpers/upload-recording.ts';

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

const planOf = async ({ call }: TestUser) => (await (await call('/auth/plan')).json()) as PlanUsage;
const usageOf = async ({ userId }: TestUser) =>
  (
    await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
    )
  ).rows[0];
/** Uses up the month except for `seconds`. */
const leave = ({ userId }: TestUser, seconds: number) =>
  product.deps.db.execute(sql`
    insert into usage_months (user_id, month, settled_seconds)
    values (${userId}, ${calendarMonth(product.deps.now())}, ${5 * 3_600 - seconds})`);

test('the plan usage counts a file as soon as the server accepts it', async () => {
  const ana = await signedInUser(product);
  expect(await planOf(ana)).toMatchObject({ plan: 'free', usedHours: 0, hoursLimit: 5, maxFileMinutes: 10 });
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const id = await uploadRecording(product, ana.token, minute);
  const { usedHours, features } = await planOf(ana);
  const seconds = Math.round(usedHours * 3_600);
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThanOrEqual(61);
  expect(features.length).toBeGreaterThan(0);
  held.resolve();
  await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
  // Reserved by the header, charged by the decoded sound: an MP3 header counts its last frame as full.
  expect((await planOf(ana)).usedHours * 3_600).toBeCloseTo(60, 6);
  expect(await usageOf(ana)).toEqual({ reserved: 0, settled: 60 });
  engine.answerWith(() => ({}));
});

test('the error for a file too long for the plan names both durations, and the server charges nothing', async () => {
  const bia = await signedInUser(product);
  // Ten minutes of sound, the limit of the free plan, take two seconds of processor time.
  await product.deps.db.execute(sql`update plans set max_file_minutes = 2 where id = 'basic-monthly'`);
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${bia.userId}`);
  const answer = await sendFile(product, bia.token, await recordingOf(180));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    code: 'file_too_long',
    error: expect.stringMatching(/tem 3 minutos e passa dos 2 minutos por arquivo do plano/),
  });
  expect(await usageOf(bia)).toBeUndefined();
  // Two minutes as MP3 last some hundredths of a second more.
  expect((await sendFile(product, bia.token, await recordingOf(120))).status).toBe(201);
}, 60_000);

test('the error for used-up hours names the remaining time and the day of renewal', async () => {
  const caio = await signedInUser(product);
  await leave(caio, 45);
  const answer = await sendFile(product, caio.token, minute);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    code: 'quota_spent',
    error: expect.stringMatching(
      /precisa de 1 min, e restam 45 s neste mês\. Suas horas se renovam em 1º? de \p{L}+\.$/u,
    ),
  });
});

test('the server keeps an upload that it refused for used-up hours, and accepts it after an upgrade', async () => {
  const gil = await signedInUser(product);
  await leave(gil, 45);
  const tus = tusAt(product, gil.token);
  const path = await tus.begin(minute.length);
  await tus.patch(path, 0, Buffer.from(minute));
  const finish = () => gil.call('/transcribe', { body: { uploadId: idIn(path) } });
  expect(await (await finish()).json()).toMatchObject({ code: 'quota_spent' });
  expect((await tus.head(path)).headers.get('upload-offset')).toBe(String(minute.length));
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${gil.userId}`);
  expect((await finish()).status).toBe(201);
});

test('of eight parallel files with minutes for three the server accepts three', async () => {
  const davi = await signedInUser(product);
  await leave(davi, 3 * 62);
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendFile(product, davi.token, minute)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 403)).toHaveLength(5);
  const { rows } = await product.deps.db.execute(
    sql`select 1 from uploads where user_id = ${davi.userId} and used_at is null`,
  );
  expect(rows).toHaveLength(0);
}, 60_000);

test('a client cannot change status, duration or usage of a transcription', async () => {
  const eva = await signedInUser(product);
  const id = await uploadRecording(product, eva.token, minute);
  await expect.poll(async () => (await readJob(product, eva.token, id)).status).toBe('completed');
  const [before, charged] = [await readJob(product, eva.token, id), await usageOf(eva)];
  const change = await eva.call(`/transcribe/${id}`, {
    method: 'PUT',
    body: { status: 'failed', audio_duration: 1, text: 'Bom dia, turma.', title: 'Aula' },
  });
  expect(change.status).toBe(204);
  const after = await readJob(product, eva.token, id);
  expect(after).toMatchObject({ status: 'completed', text: 'Bom dia, turma.', title: 'Aula' });
  expect(after.audio_duration).toBe(before.audio_duration);
  expect(await usageOf(eva)).toEqual(charged);
});

test('deleting a recording during transcription aborts the job and keeps the charge', async () => {
  const fred = await signedInUser(product);
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const id = await uploadRecording(product, fred.token, minute);
  await expect.poll(engine.begun).toBe(1);
  expect((await fred.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await fred.call(`/transcribe/${id}`)).status).toBe(404);
  const states = async () =>
    (
      await product.deps.db.execute<{ state: string; output: object }>(
        sql`select state, output from jobs.job where name = 'run-transcription' and data->>'transcriptionId' = ${id}`,
      )
    ).rows[0];
  // The job ends although the engine has not answered yet.
  await expect.poll(states).toMatchObject({ state: 'completed', output: { outcome: 'stale' } });
  held.resolve();
  const usage = await usageOf(fred);
  expect(usage?.reserved).toBe(0);
  expect(usage?.settled).toBeGreaterThanOrEqual(60);
  engine.answerWith(() => ({}));
});
