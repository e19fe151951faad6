import { ProgressEventSchema, SegmentsEventSchema, type Transcription } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { isRunning } from './transcription-query.ts';

/** The server sends a recording's segments from the first on; those that the page has already change nothing. */
function withNew(
  known: readonly StoredSegment[],
  come: readonly StoredSegment[],
): StoredSegment[] | undefined {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = come.filter(({ id }) => !ids.has(id));
  if (fresh.length === 0) return undefined;
  return [...known, ...fresh].sort((one, other) => one.id - other.id);
}

/** What a transcription is after something was heard of it; the very same where that is nothing new. */
export function applyEvent(shown: Transcription, event: string, data: unknown): Transcription {
  if (event === 'progress') {
    const { percent, seconds_left, ...state } = ProgressEventSchema.parse(data);
    // How it ended is fetched whole, with its text or the way out: until then it is on its way.
    if (!isRunning(state)) return { ...shown, progress: { percent, seconds_left } };
    return { ...shown, ...state, progress: { percent, seconds_left } };
  }
  if (event === 'segments') {
    const segments = withNew(shown.segments, SegmentsEventSchema.parse(data).segments);
    return segments === undefined ? shown : { ...shown, segments };
  }
  return shown;
}
