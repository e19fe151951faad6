import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/adapters/db/database.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { adjustReservation, closeReservation, reserveUsage } from './reservations.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const month = '2026-11-01';
let made = 0;

async function newUserId(): Promise<string> {
  made += 1;
  const { rows } = await product.deps.db.execute<{ id: string }>(
    sql`insert into users (name, email) values ('Ana', ${`uso${made}@exemplo.com`}) returning id`,
  );
  return rows[0]?.id ?? '';
}

const usageOf = async (userId: string) => {
  const { rows } = await product.deps.db.execute(
    sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
  );
  return rows[0];
};
const reserve = (userId: string, seconds: number, limitSeconds = 1_800) =>
  product.deps.db.transaction((tx) => reserveUsage(tx, { userId, month, seconds, limitSeconds }));

async function transcription(userId: string, seconds: number): Promise<string> {
  const { rows } = await product.deps.db.execute<{ id: string }>(sql`
    insert into transcriptions (user_id, file_name, duration_ms, language, usage_month, usage_seconds)
    values (${userId}, 'aula.mp3', ${seconds * 1_000}, 'pt', ${month}, ${seconds}) returning id`);
  return rows[0]?.id ?? '';
}

test('of twenty parallel reservations with room for three, three succeed', async () => {
  const userId = await newUserId();
  const taken = await Promise.all(Array.from({ length: 20 }, () => reserve(userId, 600)));
  expect(taken.filter((each) => each !== undefined)).toHaveLength(3);
  expect(await usageOf(userId)).toEqual({ reserved: 1_800, settled: 0 });
});

test('the limit applies to the first reservation of a month too, down to its last second', async () => {
  const userId = await newUserId();
  expect(await reserve(userId, 1_801)).toBeUndefined();
  expect(await usageOf(userId)).toBeUndefined();
  expect(await reserve(userId, 1_800)).toMatchObject({ seconds: 1_800 });
});

test('a reservation is settled or returned only once, however often and in whatever order', async () => {
  const userId = await newUserId();
  await reserve(userId, 600);
  await reserve(userId, 300);
  const [long, short] = [await transcription(userId, 600), await transcription(userId, 300)];
  const close = (transcriptionId: string, how: 'settled' | 'returned') =>
    product.deps.db.transaction((tx) => closeReservation(tx, { transcriptionId, how }));
  const tries = await Promise.all([close(long, 'settled'), close(long, 'settled'), close(long, 'returned')]);
  expect(tries.filter(Boolean)).toHaveLength(1);
  expect(await close(short, 'returned')).toBe(true);
  const { rows } = await product.deps.db.execute<{ usage_state: string }>(
    sql`select usage_state from transcriptions where id = ${long}`,
  );
  const settled = rows[0]?.usage_state === 'settled' ? 600 : 0;
  expect(await usageOf(userId)).toEqual({ reserved: 0, settled });
});

test('a retry pays only beyond its free seconds, and a second failure makes all of them free', async () => {
  const userId = await newUserId();
  await reserve(userId, 10);
  const id = await transcription(userId, 10);
  const close = (how: 'settled' | 'returned') =>
    product.deps.db.transaction((tx) => closeReservation(tx, { transcriptionId: id, how }));
  const adjustTo = (seconds: number) =>
    product.deps.db.transaction((tx) =>
      adjustReservation(tx, { transcriptionId: id, run: 1, seconds, limitSeconds: 1_800 }),
    );
  await close('returned');
  expect(await adjustTo(60)).toBe('reserved');
  // A process that takes over decodes the same sound again.
  expect(await adjustTo(60)).toBe('reserved');
  expect(await usageOf(userId)).toEqual({ reserved: 50, settled: 0 });
  await close('returned');
  expect(await adjustTo(60)).toBe('reserved');
  expect(await usageOf(userId)).toEqual({ reserved: 0, settled: 0 });
  expect(await adjustTo(70)).toBe('reserved');
  expect(await usageOf(userId)).toEqual({ reserved: 10, settled: 0 });
  // The sound ends within the free seconds.
  expect(await adjustTo(5)).toBe('reserved');
  expect(await usageOf(userId)).toEqual({ reserved: 0, settled: 0 });
  expect(await adjustTo(1_900)).toBe('too_little_left');
});

test('two recordings that prove longer than declared cannot exceed the month together', async () => {
  const { db } = product.deps;
  const userId = await newUserId();
  await reserve(userId, 200);
  const [one, other] = [await transcription(userId, 100), await transcription(userId, 100)];
  const hear = (tx: Transaction, transcriptionId: string) =>
    adjustReservation(tx, { transcriptionId, run: 1, seconds: 200, limitSeconds: 300 });
  const [heard, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.transaction(async (tx) => {
    const result = await hear(tx, one);
    heard.resolve();
    await mayCommit.promise;
    return result;
  });
  await heard.promise;
  const second = db.transaction((tx) => hear(tx, other));
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await expect.poll(async () => (await db.execute(waiting)).rows).toHaveLength(1);
  } finally {
    mayCommit.resolve();
  }
  expect(await Promise.all([first, second])).toEqual(['reserved', 'too_little_left']);
  expect(await usageOf(userId)).toEqual({ reserved: 300, settled: 0 });
});

test('a rolled-back transaction reserves nothing', async () => {
  const userId = await newUserId();
  const undone = product.deps.db.transaction(async (tx) => {
    await reserveUsage(tx, { userId, month, seconds: 60, limitSeconds: 600 });
    throw new Error('the upload could not be kept');
  });
  await expect(undone).rejects.toThrow();
  expect(await usageOf(userId)).toBeUndefined();
});
