import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepExpiredSessions } from '#server/features/auth/sessions/list-and-end-sessions.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let recording: Buffer<ArrayBuffer>;
let ana: TestUser;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  recording = Buffer.from(await recordingOf(5));
  ana = await signedInUser(product);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const { signal } = new AbortController();
const run = (text: ReturnType<typeof sql>) => product.deps.db.execute(text).then(({ rows }) => rows);

function sweepKeeping(retention: { originalsDays: number | undefined; soundDays: number | undefined }) {
  const { config } = product;
  const kept = { ...config, retention: { ...config.retention, ...retention } };
  return runHourlySweep({ ...product.deps, config: kept }, { signal });
}

async function keys() {
  const found: string[] = [];
  for await (const { key } of product.deps.storage.list('')) found.push(key);
  return found;
}

async function doneDaysAgo(days: number) {
  const id = await uploadRecording(product, ana.token, recording);
  await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
  const [row] = await run(sql`
    update transcriptions set completed_at = now() - ${days} * interval '1 day' where id = ${id}
    returning original_key as original, audio_key as audio`);
  return { id, original: String(row?.original), audio: String(row?.audio) };
}

test('the sweep removes the original after the configured days, then the sound, and the text stays', async () => {
  const [old, recent] = [await doneDaysAgo(8), await doneDaysAgo(6)];
  const { text } = await readJob(product, ana.token, old.id);
  expect(text).not.toBe('');
  const voices = () => run(sql`select transcription_id as id from voice_pieces order by 1`);
  for (const { id } of [old, recent])
    await run(sql`
      insert into voice_pieces (transcription_id, index, models, stretches, vectors)
      values (${id}, 0, 'made', '[]', '')`);

  await sweepKeeping({ originalsDays: undefined, soundDays: undefined });
  expect(await keys()).toEqual(expect.arrayContaining([old.original, recent.original]));

  await sweepKeeping({ originalsDays: 7, soundDays: undefined });
  const afterFirst = await keys();
  expect(afterFirst).not.toContain(old.original);
  expect(afterFirst).toEqual(expect.arrayContaining([old.audio, recent.original]));
  expect(await run(sql`select from uploads where id::text = ${old.original.split('/').at(-1)}`)).toEqual([]);
  expect((await ana.call(`/transcribe/${old.id}/listening`)).status).toBe(200);
  expect(await voices()).toHaveLength(2);

  await sweepKeeping({ originalsDays: 7, soundDays: 7 });
  const afterSecond = await keys();
  expect(afterSecond.filter((key) => key.includes(old.id))).toEqual([]);
  expect(afterSecond).toContain(recent.audio);
  expect(await voices()).toEqual([{ id: recent.id }]);
  expect(await readJob(product, ana.token, old.id)).toMatchObject({
    status: 'completed',
    text,
    has_media: false,
  });
  expect((await ana.call(`/transcribe/${old.id}/listening`)).status).toBe(404);
  // A later deletion is still swept, although no file is left.
  await ana.call(`/transcribe/${old.id}`, { method: 'DELETE' });
  await run(sql`update transcriptions set deleted_at = now() - interval '31 days' where id = ${old.id}`);
  await sweepKeeping({ originalsDays: 7, soundDays: 7 });
  expect(await run(sql`select from transcriptions where id = ${old.id}`)).toEqual([]);
}, 30_000);

test('the sweep removes the player’s copy of an attempt that crashed before reporting it, although no later attempt came as far', async () => {
  const bia = await signedInUser(product);
  await run(sql`
    create function die() returns trigger language plpgsql as 'begin raise exception ''the plan is not ended''; end'`);
  await run(
    sql.raw(`
    create trigger die before update on transcriptions for each row
    when (new.chunks_total is not null and new.user_id = '${bia.userId}') execute function die()`),
  );
  const id = await uploadRecording(product, bia.token, recording);
  const last = () =>
    product.deps.db.execute(sql`
      update jobs.job set retry_limit = retry_count + 1, start_after = now()
      where name = 'run-transcription' and state = 'retry' and data->>'transcriptionId' = ${id}`);
  await expect.poll(async () => (await last()).rowCount, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(async () => (await readJob(product, bia.token, id)).status, { timeout: 15_000 })
    .toBe('failed');
  await run(sql`drop trigger die on transcriptions`);
  const ofIt = async () => (await keys()).filter((key) => key.includes(id)).length;
  expect(await ofIt()).toBe(2);
  expect(await readJob(product, bia.token, id)).toMatchObject({ has_media: false });
  expect((await bia.call(`/transcribe/${id}/listening`)).status).toBe(404);
  await run(sql`update transcriptions set updated_at = now() - interval '8 days' where id = ${id}`);
  await sweepKeeping({ originalsDays: undefined, soundDays: 7 });
  expect(await ofIt()).toBe(0);
}, 40_000);

test('a recording that its owner is retrying keeps its files', async () => {
  const { id, original } = await doneDaysAgo(40);
  await run(sql`update transcriptions set status = 'failed' where id = ${id}`);
  await product.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from transcriptions where id = ${id} for update`);
    await sweepKeeping({ originalsDays: 30, soundDays: undefined });
    expect(await keys()).toContain(original);
    await tx.execute(sql`update transcriptions set status = 'pending' where id = ${id}`);
  });
  await sweepKeeping({ originalsDays: 30, soundDays: undefined });
  expect(await keys()).toContain(original);
}, 30_000);

test('the hourly sweep finds the few expired recordings by an index, however many exist', async () => {
  const keptTranscriptions = 5_000;
  await run(sql`
    insert into transcriptions (user_id, file_name, language, status, duration_ms, usage_month, usage_seconds, usage_state,
      original_key, audio_key, completed_at)
    select ${ana.userId}, 'aula.mp3', 'pt', 'completed', 60000, date_trunc('month', now()), 60, 'settled',
      'uploads/' || gen_random_uuid(), 'transcriptions/' || n || '/listen', now() - n * interval '1 second'
    from generate_series(1, ${keptTranscriptions}) n`);
  await run(sql`
    insert into sessions (user_id, token, expires_at, created_at, updated_at)
    select ${ana.userId}, gen_random_uuid()::text, now() + interval '1 day', now(), now()
    from generate_series(1, ${keptTranscriptions})`);
  await run(sql`analyze transcriptions, sessions`);
  const uses = async () => {
    const found = await run(sql`
      select idx_scan::int as uses from pg_stat_user_indexes where indexrelname in
        ('transcriptions_original_ended', 'transcriptions_sound_ended', 'sessions_expires_at') order by indexrelname`);
    return found.map((row) => Number(row.uses));
  };
  const before = await uses();
  expect(before).toHaveLength(3);
  await sweepKeeping({ originalsDays: 7, soundDays: 7 });
  await sweepExpiredSessions(product.deps);
  // PostgreSQL publishes a connection's counts a moment later.
  const grew = async () => (await uses()).map((count, at) => count > (before[at] ?? 0));
  await expect.poll(grew, { timeout: 15_000 }).toEqual([true, true, true]);
}, 60_000);
