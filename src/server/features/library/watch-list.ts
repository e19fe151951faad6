import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ListChange } from '#contract/transcription-list.ts';
import type { Actor } from '../../actor.ts';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import {
  heartbeatMs,
  openProgressSubscription,
  pollIntervalMs,
} from '../transcriptions/watch/progress-subscription.ts';
import { listedState } from './list-transcriptions.ts';

type Row = typeof transcriptions.$inferSelect;

/** Undefined says only that the line is alive. */
export type WatchedList = ListChange | undefined;

const maxPerWindow = 10;
const windowMs = 1_000;
const betweenLooksMs = 250;
/** More under way than anybody follows; the others are told of when something is said of them. */
const maxUnfinished = 100;

/** How many may be told now so that no second holds more than ten. */
function openPace() {
  let told: number[] = [];
  return {
    room() {
      told = told.filter((atMs) => performance.now() - atMs < windowMs);
      return maxPerWindow - told.length;
    },
    count: () => told.push(performance.now()),
  };
}

const isUnderWay = ({ status, isDeleted }: Row) =>
  !isDeleted && (status === 'pending' || status === 'processing');

function changeOf(row: Row, now: Date): ListChange {
  const state = listedState(row, now);
  return row.isDeleted ? { ...state, status: 'deleted', can_retry: false } : state;
}

async function unfinishedOf({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<string[]> {
  const rows = await db
    .select({ id: transcriptions.id })
    .from(transcriptions)
    .where(
      and(
        eq(transcriptions.userId, userId),
        eq(transcriptions.isDeleted, false),
        inArray(transcriptions.status, ['pending', 'processing']),
      ),
    )
    .orderBy(desc(transcriptions.createdAt))
    .limit(maxUnfinished);
  return rows.map(({ id }) => id);
}

/**
 * What changes among one's own, in whatever process: first all that is under way, then each that is spoken of, as it
 * is when it is told. A busy list skips states in between, and never says more than ten things a second.
 */
export async function* watchList(
  deps: Pick<Deps, 'db' | 'now' | 'progress'>,
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<WatchedList> {
  const ear = openProgressSubscription(deps, actor.userId, signal);
  const pace = openPace();
  const waiting = new Set<string>();
  /** What was last said of those that are not done. */
  const told = new Map<string, string>();
  let [toldAtMs, lookedAtMs] = [Date.now(), 0];
  let lookAtAll = true;
  try {
    // Before it, nobody knows that the line is open: where nothing is under way there is nothing else to say.
    yield undefined;
    while (!signal.aborted) {
      if (lookAtAll || Date.now() - lookedAtMs >= pollIntervalMs) {
        for (const id of [...(await unfinishedOf(deps, actor)), ...told.keys()]) waiting.add(id);
        lookedAtMs = Date.now();
      }
      const next = [...waiting].slice(0, pace.room());
      for (const id of next) waiting.delete(id);
      for (const row of await rowsOf(deps, actor, next)) {
        const change = changeOf(row, deps.now());
        const isNews = told.get(row.id) !== JSON.stringify(change);
        if (isUnderWay(row)) told.set(row.id, JSON.stringify(change));
        else told.delete(row.id);
        if (!isNews) continue;
        pace.count();
        yield change;
        toldAtMs = Date.now();
      }
      if (Date.now() - toldAtMs >= heartbeatMs) {
        yield undefined;
        toldAtMs = Date.now();
      }
      const heartbeatAtMs = waiting.size > 0 ? 0 : toldAtMs + heartbeatMs;
      const { changed, all } = await ear.wait({ atLeastMs: betweenLooksMs, heartbeatAtMs });
      for (const id of changed) waiting.add(id);
      lookAtAll = all;
    }
  } finally {
    ear.close();
  }
}

/** Also those that were deleted; what a word says of somebody else's finds nothing. */
async function rowsOf({ db }: Pick<Deps, 'db'>, { userId }: Actor, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(transcriptions)
    .where(and(eq(transcriptions.userId, userId), inArray(transcriptions.id, [...ids])));
}
