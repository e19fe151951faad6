import { sql } from 'drizzle-orm';
import type { Database } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { maxWindowMs, sweepSomeRateLimits } from './sweep-rate-limits.ts';

const hashed = ({ sealing }: Pick<Deps, 'sealing'>, text: string) => sealing.hash(text, 'limit');

/**
 * Builds hashed keys from addresses and e-mails: a copy of the table must not reveal visitors. Counting and
 * undoing both use this function. The part before the first colon is hashed separately, so that all counters of
 * one account can be removed.
 */
export function limitKey(deps: Pick<Deps, 'sealing'>, counted: string): string {
  const [subject = ''] = counted.split(':', 1);
  return `${hashed(deps, subject)}.${hashed(deps, counted.slice(subject.length))}`;
}

/** Removes every counter of these subjects, with or without hashed keys. */
export async function removeRateLimits(
  { db, ...deps }: Pick<Deps, 'sealing'> & { db: Pick<Database, 'execute'> },
  subjects: readonly string[],
): Promise<void> {
  for (const subject of subjects)
    await db.execute(sql`
      delete from rate_limits
      where starts_with(key, ${`${subject}:`}) or starts_with(key, ${`${hashed(deps, subject)}.`})`);
}

type Hit = { key: string; windowMs: number };
type CountDeps = { db: Pick<Database, 'execute'> };

async function remainingOf({ db }: CountDeps, { key, windowMs }: Hit): Promise<number> {
  const { rows } = await db.execute<{ remaining_ms: number }>(sql`
    select greatest(0, ceil(${windowMs} - extract(epoch from clock_timestamp() - window_started_at) * 1000))::int as remaining_ms
    from rate_limits where key = ${key}`);
  return rows[0]?.remaining_ms ?? 0;
}

/** Counts and answers in one statement. `undefined`: the window already contains `max` hits, and nothing was counted. */
async function tryHit({ db }: CountDeps, { key, windowMs, max }: Hit & { max: number | undefined }) {
  if (windowMs > maxWindowMs)
    throw new Error(`the sweep would delete a window of ${windowMs} ms before it ends`);
  const { rows } = await db.execute<{ hits: number; remaining_ms: number }>(sql`
    insert into rate_limits as stored (key, window_started_at, hits)
    values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      hits = case when stored.window_started_at <= clock_timestamp() - ${windowMs} * interval '1 millisecond'
        then 1 else stored.hits + 1 end,
      window_started_at = case when stored.window_started_at <= clock_timestamp() - ${windowMs} * interval '1 millisecond'
        then clock_timestamp() else stored.window_started_at end
    where ${max ?? null}::int is null or stored.hits < ${max ?? null}::int
      or stored.window_started_at <= clock_timestamp() - ${windowMs} * interval '1 millisecond'
    returning hits,
      greatest(0, ceil(${windowMs} - extract(epoch from clock_timestamp() - window_started_at) * 1000))::int as remaining_ms
  `);
  const [row] = rows;
  if (row?.hits === 1) await sweepSomeRateLimits({ db });
  return row && { hits: row.hits, remainingMs: row.remaining_ms };
}

/** Atomic, so that parallel attempts cannot exceed the limit. */
export async function countHit(deps: CountDeps, hit: Hit) {
  const counted = await tryHit(deps, { ...hit, max: undefined });
  if (counted === undefined) throw new Error('counting a hit returned no row');
  return counted;
}

type Limit = Hit & { limit: string; max: number; texts?: RefusalTexts };

/** Counts a hit, and refuses it above the limit. */
export async function requireWithinLimit(
  deps: CountDeps,
  { key, windowMs, limit, max, texts }: Limit,
): Promise<void> {
  const { hits, remainingMs } = await countHit(deps, { key, windowMs });
  if (hits > max) throw tooManyRequestsError(remainingMs, limit, texts);
}

/**
 * Like `countHit`, but a full window does not count the refused attempt. Otherwise, after the return of an accepted
 * attempt the refused ones would remain, and the window would stay full without any use.
 */
export async function countHitUpTo(deps: CountDeps, hit: Hit & { max: number }) {
  const counted = await tryHit(deps, hit);
  if (counted !== undefined) return { isSpent: false, remainingMs: counted.remainingMs };
  return { isSpent: true, remainingMs: await remainingOf(deps, hit) };
}

/** Undoes one hit that was no guess, or the whole window with `all`. */
export async function undoHit({ db }: { db: Pick<Database, 'execute'> }, key: string, { all = false } = {}) {
  await db.execute(
    all
      ? sql`delete from rate_limits where key = ${key}`
      : sql`update rate_limits set hits = greatest(0, hits - 1) where key = ${key}`,
  );
}

type RefusalTexts = { text?: string; more?: string };

/** Returns Retry-After in whole seconds, at least 1. */
export function tooManyRequestsError(remainingMs: number, limit: string, texts: RefusalTexts = {}): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  return new AppError('too_many_requests', { retryAfterSeconds, limit, ...texts });
}
