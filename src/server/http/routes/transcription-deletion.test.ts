import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { limitKey } from '#server/features/limits/rate-limit.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let minute: Buffer;
let shiftMs = 0;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(
    { ...engine.environment, TRUSTED_PROXIES: '127.0.0.1' },
    { now: () => new Date(Date.now() + shiftMs) },
  );
  minute = await recordingOf(60);
}, 60_000);
beforeEach(() => {
  shiftMs = 0;
  engine.answerWith(() => ({}));
});
afterAll(async () => {
  await product.close();
  await engine.close();
});

async function counted({ call }: TestUser, what: 'delete' | 'restore', ids: string[]): Promise<number> {
  const answer = await call(`/transcriptions/${what}`, { body: { ids } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { count: number }).count;
}
const listed = async ({ call }: TestUser) =>
  ((await (await call('/transcriptions')).json()) as TranscriptionPage).items.map(({ job_id }) => job_id);
const usageOf = async ({ userId }: TestUser) =>
  (
    await product.deps.db.execute(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
    )
  ).rows[0];
const statusOf = async (user: TestUser, id: string) => (await readJob(product, user.token, id)).status;

/** Uploads a recording that the engine holds until `release` is called. */
async function underWay(user: TestUser) {
  const held = Promise.withResolvers<void>();
  engine.answerWith((call) => (call === 1 ? { until: held.promise } : {}));
  const id = await uploadRecording(product, user.token, minute);
  await expect.poll(engine.begun).toBe(1);
  // The worker reserves 61 s by the header, and 60 s once all sound is decoded. The first call may come earlier.
  const charged = { reserved: 60, settled: 0 };
  await expect.poll(() => usageOf(user)).toEqual(charged);
  return { id, release: held.resolve, charged };
}

test('a user deletes and restores several transcriptions at once, and never those of others', async () => {
  const [ana, bia] = [await signedInUser(product), await signedInUser(product)];
  const own = [
    await insertTranscription(product.deps, { userId: ana.userId }, ['Um texto.']),
    await insertTranscription(product.deps, { userId: ana.userId }),
  ];
  const foreign = await insertTranscription(product.deps, { userId: bia.userId });
  expect(await counted(ana, 'delete', [...own, foreign])).toBe(2);
  expect(await counted(ana, 'delete', own)).toBe(0);
  expect(await listed(ana)).toEqual([]);
  expect(await listed(bia)).toEqual([foreign]);
  expect((await ana.call(`/transcribe/${own[0]}`)).status).toBe(404);

  expect(await counted(bia, 'restore', own)).toBe(0);
  expect(await counted(ana, 'restore', [...own, foreign])).toBe(2);
  expect(await counted(ana, 'restore', own)).toBe(0);
  expect((await listed(ana)).sort()).toEqual([...own].sort());
  expect(await readJob(product, ana.token, own[0] ?? '')).toMatchObject({
    status: 'completed',
    text: 'Um texto.',
  });
});

test('the server restarts restored transcriptions at most sixty times an hour', async () => {
  const davi = await signedInUser(product);
  const { id, release } = await underWay(davi);
  await counted(davi, 'delete', [id]);
  expect(await counted(davi, 'restore', [id])).toBe(1);
  // Simulate earlier restores within the hour.
  const key = limitKey(product.deps, `${davi.userId}:begin-again:restore`);
  const spent = await product.deps.db.execute(
    sql`update rate_limits set hits = 60 where key = ${key} and hits = 1`,
  );
  expect(spent.rowCount).toBe(1);
  await counted(davi, 'delete', [id]);
  const done = await insertTranscription(product.deps, { userId: davi.userId });
  await counted(davi, 'delete', [done]);
  const refused = await davi.call('/transcriptions/restore', { body: { ids: [id] } });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  // Restoring a finished transcription needs no restart and is not limited.
  expect(await counted(davi, 'restore', [done])).toBe(1);
  expect(await listed(davi)).toEqual([done]);
  release();
}, 30_000);

test.each([
  [59_000, 1],
  [61_000, 0],
])('%i ms after the deletion a user can restore %i', async (laterMs, count) => {
  const caio = await signedInUser(product);
  const id = await insertTranscription(product.deps, { userId: caio.userId });
  await counted(caio, 'delete', [id]);
  shiftMs = laterMs;
  expect(await counted(caio, 'restore', [id])).toBe(count);
});

test.each(['delete', 'restore'] as const)(
  'parallel requests that %s the same transcriptions lock them in one order',
  async (what) => {
    const iara = await signedInUser(product);
    const { db } = product.deps;
    const kept: string[] = [];
    // Insert in descending order of ids.
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID())
      .toSorted()
      .toReversed();
    for (const id of ids) kept.push(await insertTranscription(product.deps, { id, userId: iara.userId }));
    if (what === 'restore') await counted(iara, 'delete', kept);
    const inOrder = kept.toSorted();
    const going = await db.transaction(async (tx) => {
      await tx.execute(sql`select from transcriptions where id = ${inOrder[0]} for update`);
      const waiting = counted(iara, what, kept);
      const isWaiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.execute(isWaiting)).rowCount).toBeGreaterThan(0);
      // The request that waits for the first row must hold no lock on later rows.
      const free = await tx.execute(
        sql`select id from transcriptions where user_id = ${iara.userId} for update skip locked`,
      );
      expect(free.rowCount).toBe(kept.length);
      return { waiting };
    });
    expect(await going.waiting).toBe(kept.length);
  },
);

test('the server refuses an empty list, invalid ids and more than a hundred ids', async () => {
  const davi = await signedInUser(product);
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());
  for (const ids of [[], ['x'], many, undefined])
    for (const what of ['delete', 'restore'])
      expect((await davi.call(`/transcriptions/${what}`, { body: { ids } })).status).toBe(400);
});

test('a transcription that is deleted and immediately restored continues, and the server charges it once', async () => {
  const eva = await signedInUser(product);
  const { id, release, charged } = await underWay(eva);
  expect(await counted(eva, 'delete', [id])).toBe(1);
  expect(await usageOf(eva)).toMatchObject({ reserved: 0 });
  expect(await counted(eva, 'restore', [id])).toBe(1);
  expect(await usageOf(eva)).toEqual(charged);
  release();
  await expect.poll(() => statusOf(eva, id), { timeout: 20_000 }).toBe('completed');
  expect(await usageOf(eva)).toEqual({ reserved: 0, settled: charged.reserved });
}, 30_000);

test('restoring a transcription after its job stopped starts a new job', async () => {
  const fred = await signedInUser(product);
  const { id, release, charged } = await underWay(fred);
  await counted(fred, 'delete', [id]);
  const outcome = async () =>
    (
      await product.deps.db.execute<{ output: { outcome: string } }>(
        sql`select output from jobs.job where data->>'transcriptionId' = ${id} and state = 'completed'`,
      )
    ).rows[0]?.output?.outcome;
  await expect.poll(outcome, { timeout: 10_000 }).toBe('stale');
  expect(await counted(fred, 'restore', [id])).toBe(1);
  release();
  await expect.poll(() => statusOf(fred, id), { timeout: 20_000 }).toBe('completed');
  expect(await usageOf(fred)).toEqual({ reserved: 0, settled: charged.reserved });
}, 40_000);

test('a restored transcription that fails for a server reason returns its seconds', async () => {
  const gil = await signedInUser(product);
  const { id, release } = await underWay(gil);
  await counted(gil, 'delete', [id]);
  engine.answerWith(() => ({ status: 400 }));
  await counted(gil, 'restore', [id]);
  await expect.poll(() => statusOf(gil, id), { timeout: 20_000 }).toBe('failed');
  release();
  expect(await usageOf(gil)).toEqual({ reserved: 0, settled: 0 });
}, 30_000);

test('the sweep deletes a deleted example only after the restore period', async () => {
  const hugo = await signedInUser(product);
  const id = await insertTranscription(product.deps, { userId: hugo.userId, isExample: true }, ['Exemplo.']);
  await counted(hugo, 'delete', [id]);
  const { signal } = new AbortController();
  const left = async () =>
    (await product.deps.db.execute(sql`select from transcriptions where id = ${id}`)).rowCount;
  await runHourlySweep(product.deps, { signal });
  expect(await left()).toBe(1);
  shiftMs = 11 * 60_000;
  await runHourlySweep(product.deps, { signal });
  expect(await left()).toBe(0);
});
