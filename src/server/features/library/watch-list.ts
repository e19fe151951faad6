import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ListChange } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { presentState } from '#server/features/transcriptions/read/present-transcription.ts';
import {
  heartbeatMs,
  openProgressSubscription,
  pollIntervalMs,
} from '#server/features/transcriptions/read/progress-subscription.ts';
import { readLastSentences } from './last-sentences.ts';

type Row = typeof transcriptions.$inferSelect;

/** `undefined` is a heartbeat. */
export type WatchedList = ListChange | undefined;

const maxPerWindow = 10;
const windowMs = 1_000;
const betweenReadsMs = 250;
/** More running transcriptions than a user follows; the others appear with their first notification. */
const maxUnfinished = 100;

/** Throttles the events to ten in any second. */
function openPace() {
  let sent: number[] = [];
  return {
    remaining() {
      sent = sent.filter((atMs) => performance.now() - atMs < windowMs);
      return maxPerWindow - sent.length;
    },
    count: () => sent.push(performance.now()),
  };
}

const isUnderWay = ({ status, isDeleted }: Row) =>
  !isDeleted && (status === 'pending' || status === 'processing');

function changeOf(row: Row, last_sentence: string | null, now: Date): ListChange {
  const state = { ...presentState(row, now), last_sentence };
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

async function changesOf(
  deps: Pick<Deps, 'db' | 'now'>,
  rows: readonly Row[],
): Promise<{ row: Row; change: ListChange }[]> {
  const sentences = await readLastSentences(
    deps,
    rows.filter(isUnderWay).map(({ id }) => id),
  );
  return rows.map((row) => ({ row, change: changeOf(row, sentences.get(row.id) ?? null, deps.now()) }));
}

/** The states of these transcriptions of the actor, as the events would tell them. Unknown ids have none. */
export async function readListStates(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  ids: readonly string[],
): Promise<ListChange[]> {
  const found = await changesOf(deps, await rowsOf(deps, actor, ids));
  return found.map(({ change }) => change);
}

/**
 * Yields the changes to a user's transcriptions, made by any process. It begins with all running ones, then yields
 * the current state of each one that a notification names. A busy list skips intermediate states and never gets
 * more than ten events a second.
 */
export async function* watchList(
  deps: Pick<Deps, 'db' | 'now' | 'progress'>,
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<WatchedList> {
  const subscription = openProgressSubscription(deps, actor.userId, signal);
  const pace = openPace();
  const waiting = new Set<string>();
  /** The last state sent for each unfinished transcription. */
  const sent = new Map<string, string>();
  let [sentAtMs, lookedAtMs] = [Date.now(), 0];
  let lookAtAll = true;
  try {
    // Tells the client that the stream is open, because without running transcriptions no event would follow.
    yield undefined;
    while (!signal.aborted) {
      if (lookAtAll || Date.now() - lookedAtMs >= pollIntervalMs) {
        for (const id of [...(await unfinishedOf(deps, actor)), ...sent.keys()]) waiting.add(id);
        lookedAtMs = Date.now();
      }
      const next = [...waiting].slice(0, pace.remaining());
      for (const id of next) waiting.delete(id);
      for (const { row, change } of await changesOf(deps, await rowsOf(deps, actor, next))) {
        const isNews = sent.get(row.id) !== JSON.stringify(change);
        if (isUnderWay(row)) sent.set(row.id, JSON.stringify(change));
        else sent.delete(row.id);
        if (!isNews) continue;
        pace.count();
        yield change;
        sentAtMs = Date.now();
      }
      if (Date.now() - sentAtMs >= heartbeatMs) {
        yield undefined;
        sentAtMs = Date.now();
      }
      const heartbeatAtMs = waiting.size > 0 ? 0 : sentAtMs + heartbeatMs;
      const { changed, all } = await subscription.wait({ atLeastMs: betweenReadsMs, heartbeatAtMs });
      for (const id of changed) waiting.add(id);
      lookAtAll = all;
    }
  } finally {
    subscription.close();
  }
}

/** Includes deleted rows. Notifications about other users' rows find nothing. */
async function rowsOf({ db }: Pick<Deps, 'db'>, { userId }: Actor, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(transcriptions)
    .where(and(eq(transcriptions.userId, userId), inArray(transcriptions.id, [...ids])));
}
