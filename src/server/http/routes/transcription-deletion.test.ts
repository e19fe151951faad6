import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { limitKey } from '#server/features/limits/limit-key.ts';
import { sweep } from '#server/features/transcriptions/sweep.ts';
import { arrivedPerson } from '#tests/arrived-person.ts';
import { keepTranscription } from '#tests/kept-transcription.ts';
import { recordingOf } from '#tests/recordings.ts';
import { startScriptedEngine } from '#tests/scripted-engine.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';
import { accepted, readJob } from '#tests/uploading.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedEngine>>;
let minute: Buffer;
let shiftMs = 0;

beforeAll(async () => {
  engine = await startScriptedEngine();
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

type Person = Awaited<ReturnType<typeof arrivedPerson>>;

async function counted({ call }: Person, what: 'delete' | 'restore', ids: string[]): Promise<number> {
  const answer = await call(`/transcriptions/${what}`, { body: { ids } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { count: number }).count;
}
const listed = async ({ call }: Person) =>
  ((await (await call('/transcriptions')).json()) as TranscriptionPage).items.map(({ job_id }) => job_id);
const usageOf = async ({ userId }: Person) =>
  (
    await product.deps.db.execute(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
    )
  ).rows[0];
const statusOf = async (person: Person, id: string) => (await readJob(product, person.token, id)).status;

/** Sent, and in the engine's hands until the answer is let go. */
async function underWay(person: Person) {
  const held = Promise.withResolvers<void>();
  engine.answerWith((call) => (call === 1 ? { until: held.promise } : {}));
  const id = await accepted(product, person.token, minute);
  await expect.poll(engine.begun).toBe(1);
  // The worker reserves 61 s by the header, and 60 s once all sound is decoded. The first call may come earlier.
  const charged = { reserved: 60, settled: 0 };
  await expect.poll(() => usageOf(person)).toEqual(charged);
  return { id, letGo: held.resolve, charged };
}

test('several go at once, those of others stay, and all of it can be taken back', async () => {
  const [ana, bia] = [await arrivedPerson(product), await arrivedPerson(product)];
  const own = [
    await keepTranscription(product.deps, { userId: ana.userId }, ['Um texto.']),
    await keepTranscription(product.deps, { userId: ana.userId }),
  ];
  const foreign = await keepTranscription(product.deps, { userId: bia.userId });
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

test('deleting and taking back begins what is under way anew sixty times in an hour, and then waits', async () => {
  const davi = await arrivedPerson(product);
  const { id, letGo } = await underWay(davi);
  await counted(davi, 'delete', [id]);
  expect(await counted(davi, 'restore', [id])).toBe(1);
  // As if so many had come within the hour.
  const key = limitKey(product.deps, `${davi.userId}:begin-again:restore`);
  const spent = await product.deps.db.execute(
    sql`update rate_limits set hits = 60 where key = ${key} and hits = 1`,
  );
  expect(spent.rowCount).toBe(1);
  await counted(davi, 'delete', [id]);
  const done = await keepTranscription(product.deps, { userId: davi.userId });
  await counted(davi, 'delete', [done]);
  const refused = await davi.call('/transcriptions/restore', { body: { ids: [id] } });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  // What begins nothing is taken back as ever.
  expect(await counted(davi, 'restore', [done])).toBe(1);
  expect(await listed(davi)).toEqual([done]);
  letGo();
}, 30_000);

test.each([
  [59_000, 1],
  [61_000, 0],
])('%i ms after the deletion %i come back', async (laterMs, count) => {
  const caio = await arrivedPerson(product);
  const id = await keepTranscription(product.deps, { userId: caio.userId });
  await counted(caio, 'delete', [id]);
  shiftMs = laterMs;
  expect(await counted(caio, 'restore', [id])).toBe(count);
});

test.each(['delete', 'restore'] as const)(
  'two that %s the same ones at once take them in one order',
  async (what) => {
    const iara = await arrivedPerson(product);
    const { db } = product.deps;
    const kept: string[] = [];
    // They lie in the table against the order of their ids.
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID())
      .toSorted()
      .toReversed();
    for (const id of ids) kept.push(await keepTranscription(product.deps, { id, userId: iara.userId }));
    if (what === 'restore') await counted(iara, 'delete', kept);
    const inOrder = kept.toSorted();
    const going = await db.transaction(async (tx) => {
      await tx.execute(sql`select from transcriptions where id = ${inOrder[0]} for update`);
      const waiting = counted(iara, what, kept);
      const isWaiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.execute(isWaiting)).rowCount).toBeGreaterThan(0);
      // Whoever waits for the first holds none that come after it, whatever order they lie in.
      const free = await tx.execute(
        sql`select id from transcriptions where user_id = ${iara.userId} for update skip locked`,
      );
      expect(free.rowCount).toBe(kept.length);
      return { waiting };
    });
    expect(await going.waiting).toBe(kept.length);
  },
);

test('nothing, nonsense and more than a hundred are refused', async () => {
  const davi = await arrivedPerson(product);
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());
  for (const ids of [[], ['x'], many, undefined])
    for (const what of ['delete', 'restore'])
      expect((await davi.call(`/transcriptions/${what}`, { body: { ids } })).status).toBe(400);
});

test('deleted under way and taken back at once: it goes on, and is charged once', async () => {
  const eva = await arrivedPerson(product);
  const { id, letGo, charged } = await underWay(eva);
  expect(await counted(eva, 'delete', [id])).toBe(1);
  expect(await usageOf(eva)).toMatchObject({ reserved: 0 });
  expect(await counted(eva, 'restore', [id])).toBe(1);
  expect(await usageOf(eva)).toEqual(charged);
  letGo();
  await expect.poll(() => statusOf(eva, id), { timeout: 20_000 }).toBe('completed');
  expect(await usageOf(eva)).toEqual({ reserved: 0, settled: charged.reserved });
}, 30_000);

test('taken back after its job has stopped, another one takes over', async () => {
  const fred = await arrivedPerson(product);
  const { id, letGo, charged } = await underWay(fred);
  await counted(fred, 'delete', [id]);
  const outcome = async () =>
    (
      await product.deps.db.execute<{ output: { outcome: string } }>(
        sql`select output from jobs.job where data->>'transcriptionId' = ${id} and state = 'completed'`,
      )
    ).rows[0]?.output?.outcome;
  await expect.poll(outcome, { timeout: 10_000 }).toBe('stale');
  expect(await counted(fred, 'restore', [id])).toBe(1);
  letGo();
  await expect.poll(() => statusOf(fred, id), { timeout: 20_000 }).toBe('completed');
  expect(await usageOf(fred)).toEqual({ reserved: 0, settled: charged.reserved });
}, 40_000);

test('taken back and then failed for our reason: the seconds come back as they would have', async () => {
  const gil = await arrivedPerson(product);
  const { id, letGo } = await underWay(gil);
  await counted(gil, 'delete', [id]);
  engine.answerWith(() => ({ status: 400 }));
  await counted(gil, 'restore', [id]);
  await expect.poll(() => statusOf(gil, id), { timeout: 20_000 }).toBe('failed');
  letGo();
  expect(await usageOf(gil)).toEqual({ reserved: 0, settled: 0 });
}, 30_000);

test('a deleted example goes for good with the next sweep, but not before it could be taken back', async () => {
  const hugo = await arrivedPerson(product);
  const id = await keepTranscription(product.deps, { userId: hugo.userId, isExample: true }, ['Exemplo.']);
  await counted(hugo, 'delete', [id]);
  const { signal } = new AbortController();
  const left = async () =>
    (await product.deps.db.execute(sql`select from transcriptions where id = ${id}`)).rowCount;
  await sweep(product.deps, { signal });
  expect(await left()).toBe(1);
  shiftMs = 11 * 60_000;
  await sweep(product.deps, { signal });
  expect(await left()).toBe(0);
});
