import { eq, inArray, sql } from 'drizzle-orm';
import type { TranscriptionEvent } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import { createBatchLoader } from '#server/concurrency/batch-loader.ts';
import type { Deps } from '#server/deps.ts';
import { type ReadPosition, segmentsAfter, startPosition } from './partial-segments.ts';
import { reasonTextOf, transcriptionProgress } from './present-transcription.ts';
import { heartbeatMs, openProgressSubscription } from './progress-subscription.ts';
import { findOwnTranscription } from './read-transcription.ts';

const columns = {
  id: transcriptions.id,
  userId: transcriptions.userId,
  isDeleted: transcriptions.isDeleted,
  status: transcriptions.status,
  reason: transcriptions.reason,
  modelDoneBytes: transcriptions.modelDoneBytes,
  modelTotalBytes: transcriptions.modelTotalBytes,
  durationMs: transcriptions.durationMs,
  heardMs: transcriptions.heardMs,
  heardAtStartMs: transcriptions.heardAtStartMs,
  startedAt: transcriptions.startedAt,
  engine: transcriptions.engine,
};

type Chunk = { asked: number; segments: StoredSegment[] | null };
type Part = { id: string; read: ReadPosition };

/** Batches the reads of all streams of a process that happen at the same moment. */
export function createStreamLoaders({ db }: Pick<Deps, 'db'>) {
  const row = createBatchLoader(async (ids: readonly string[]) => {
    const rows = await db
      .select(columns)
      .from(transcriptions)
      .where(inArray(transcriptions.id, [...new Set(ids)]));
    const byId = new Map(rows.map((each) => [each.id, each]));
    return ids.map((id) => byId.get(id));
  });

  const segments = createBatchLoader(async (parts: readonly Part[]) => {
    const { rows } = await db.execute<Chunk>(sql`
      select asked.number::int as asked, chunk.segments
      from unnest(
        ${sql.param(parts.map(({ id }) => id))}::uuid[],
        ${sql.param(parts.map(({ read }) => read.chunks))}::int[]
      ) with ordinality as asked(id, first, number)
      join transcription_chunks as chunk on chunk.transcription_id = asked.id and chunk.index >= asked.first
      order by asked.number, chunk.index`);
    const byPart = Map.groupBy(rows, ({ asked }) => asked);
    return parts.map(({ read }, at) => segmentsAfter(read, byPart.get(at + 1) ?? []));
  });

  return { row, segments };
}

type StreamLoaders = ReturnType<typeof createStreamLoaders>;

type Row = NonNullable<Awaited<ReturnType<StreamLoaders['row']>>>;

type Watching = Deps & { loaders: StreamLoaders };

/** An event, with the position from which a broken stream resumes. `undefined` is a heartbeat. */
export type TranscriptionStreamItem = (TranscriptionEvent & { read: ReadPosition }) | undefined;

/** A poll yields at most two events and the last one three, so no second has more than ten. */
const betweenReadsMs = 250;

function progressEvent(row: Row, now: Date): Extract<TranscriptionEvent, { event: 'progress' }> {
  const { status, reason } = row;
  const data = {
    status,
    ...transcriptionProgress(row, now),
    reason,
    reason_text: reasonTextOf(row),
    engine_is_sandbox: isSandboxEngine(row.engine),
  };
  return { event: 'progress', data };
}

async function newSegments({ db, loaders }: Watching, row: Row, read: ReadPosition) {
  if (row.status !== 'completed') return loaders.segments({ id: row.id, read });
  const [kept] = await db
    .select({ segments: transcripts.segments })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, row.id));
  const segments = kept?.segments.slice(read.segments) ?? [];
  return { segments, read: { ...read, segments: read.segments + segments.length } };
}

type WatchOptions = {
  id: string;
  read?: ReadPosition;
  signal: AbortSignal;
};

/** Follows the actor's transcription until it ends. Notifications only wake the stream; it reads the rows. */
export async function watchTranscription(
  deps: Watching,
  actor: Actor,
  options: WatchOptions,
): Promise<AsyncGenerator<TranscriptionStreamItem>> {
  // Refuse before the first byte, because a started stream can only break.
  await findOwnTranscription(deps, actor, options.id);
  return follow(deps, actor, { read: startPosition, ...options });
}

async function* follow(
  deps: Watching,
  actor: Actor,
  options: Required<WatchOptions>,
): AsyncGenerator<TranscriptionStreamItem> {
  const { id, signal } = options;
  const subscription = openProgressSubscription(deps, id, signal);
  let { read } = options;
  let sent = '';
  let heardMs = -1;
  let sentAtMs = Date.now();
  try {
    while (!signal.aborted) {
      const row = await deps.loaders.row(id);
      // Deleted meanwhile: end the stream. A reconnecting client gets the error.
      if (row === undefined || row.isDeleted || row.userId !== actor.userId) return;
      const progress = progressEvent(row, deps.now());
      // New text comes only with new progress or with the end.
      const hasMore = row.heardMs !== heardMs || row.status === 'completed';
      const found = hasMore ? await newSegments(deps, row, read) : { segments: [], read };
      heardMs = row.heardMs;
      const events: TranscriptionEvent[] = [];
      if (JSON.stringify(progress) !== sent) events.push(progress);
      if (found.segments.length > 0) events.push({ event: 'segments', data: { segments: found.segments } });
      const isOver = row.status !== 'pending' && row.status !== 'processing';
      if (isOver) events.push({ event: 'done', data: { status: row.status } });
      for (const event of events) {
        if (event.event === 'segments') read = found.read;
        yield { ...event, read };
      }
      if (isOver) return;
      // A silent chunk yields no event, but must not be read again.
      read = found.read;
      sent = JSON.stringify(progress);
      if (events.length > 0) sentAtMs = Date.now();
      else if (Date.now() - sentAtMs >= heartbeatMs) {
        yield undefined;
        sentAtMs = Date.now();
      }
      await subscription.wait({ atLeastMs: betweenReadsMs, heartbeatAtMs: sentAtMs + heartbeatMs });
    }
  } finally {
    subscription.close();
  }
}
