import { eq } from 'drizzle-orm';
import { reasonTexts } from '#contract/transcription.ts';
import type { TranscriptionEvent } from '#contract/transcription-events.ts';
import type { Actor } from '../../../actor.ts';
import { transcripts } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { heartbeatMs, openProgressSubscription } from './progress-subscription.ts';
import { ownTranscription, progressOf } from './read-transcription.ts';
import { nothingRead, type ReadSoFar } from './segments-so-far.ts';
import type { StreamLoaders } from './stream-loaders.ts';

type Row = NonNullable<Awaited<ReturnType<StreamLoaders['row']>>>;

type Watching = Deps & { looks: StreamLoaders };

/** What is sent, and from where a stream that breaks here goes on; undefined says only that the line is alive. */
export type Watched = (TranscriptionEvent & { read: ReadSoFar }) | undefined;

/** A look gives at most two events and the last one three, so that no second has more than ten. */
const betweenLooksMs = 250;

function progressEvent(row: Row, now: Date): Extract<TranscriptionEvent, { event: 'progress' }> {
  const { status, reason } = row;
  const reason_text = reason === null ? null : reasonTexts[reason];
  return { event: 'progress', data: { status, ...progressOf(row, now), reason, reason_text } };
}

async function newSegments({ db, looks }: Watching, row: Row, read: ReadSoFar) {
  if (row.status !== 'completed') return looks.segments({ id: row.id, read });
  const [kept] = await db
    .select({ segments: transcripts.segments })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, row.id));
  const segments = kept?.segments.slice(read.segments) ?? [];
  return { segments, read: { ...read, segments: read.segments + segments.length } };
}

type WatchOptions = {
  id: string;
  read?: ReadSoFar;
  signal: AbortSignal;
};

/**
 * Follows one transcription of one's own until it has ended. What changed
 * is read from the rows, never from what was told: words wake, they do not inform.
 */
export async function watchTranscription(
  deps: Watching,
  actor: Actor,
  options: WatchOptions,
): Promise<AsyncGenerator<Watched>> {
  // Refused before the first byte: a stream that has begun can only break.
  await ownTranscription(deps, actor, options.id);
  return follow(deps, actor, { read: nothingRead, ...options });
}

async function* follow(
  deps: Watching,
  actor: Actor,
  options: Required<WatchOptions>,
): AsyncGenerator<Watched> {
  const { id, signal } = options;
  const ear = openProgressSubscription(deps, id, signal);
  let { read } = options;
  let told = '';
  let heardMs = -1;
  let toldAtMs = Date.now();
  try {
    while (!signal.aborted) {
      const row = await deps.looks.row(id);
      // Deleted meanwhile: there is nothing more to say, and who comes back is told so.
      if (row === undefined || row.isDeleted || row.userId !== actor.userId) return;
      const progress = progressEvent(row, deps.now());
      // Text comes with what was heard and with the end, never alone.
      const hasMore = row.heardMs !== heardMs || row.status === 'completed';
      const found = hasMore ? await newSegments(deps, row, read) : { segments: [], read };
      heardMs = row.heardMs;
      const events: TranscriptionEvent[] = [];
      if (JSON.stringify(progress) !== told) events.push(progress);
      if (found.segments.length > 0) events.push({ event: 'segments', data: { segments: found.segments } });
      const isOver = row.status !== 'pending' && row.status !== 'processing';
      if (isOver) events.push({ event: 'done', data: { status: row.status } });
      for (const event of events) {
        if (event.event === 'segments') read = found.read;
        yield { ...event, read };
      }
      if (isOver) return;
      // A chunk in which nobody speaks brings no event, and is not read again all the same.
      read = found.read;
      told = JSON.stringify(progress);
      if (events.length > 0) toldAtMs = Date.now();
      else if (Date.now() - toldAtMs >= heartbeatMs) {
        yield undefined;
        toldAtMs = Date.now();
      }
      await ear.wait({ atLeastMs: betweenLooksMs, heartbeatAtMs: toldAtMs + heartbeatMs });
    }
  } finally {
    ear.close();
  }
}
