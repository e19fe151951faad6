import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProgressEventSchema, SegmentsEventSchema, type Transcription } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { subscribeToEvents } from '../../../api/event-stream.ts';
import { isRunning, transcriptionQuery } from './api.ts';

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

/** Spec section 9. */
const askAgainMs = 5_000;

/** One transcription, live while it runs: by its stream, and by asking where no stream gets through. */
export function useTranscription(id: string) {
  const queryClient = useQueryClient();
  const [isHeard, setHeard] = useState(true);
  const query = useQuery({
    ...transcriptionQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isRunning(data) && !isHeard ? askAgainMs : false,
  });
  const isFollowed = query.data !== undefined && isRunning(query.data);

  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = transcriptionQuery(id);
    const leaving = new AbortController();
    void subscribeToEvents({
      path: apiPaths.transcriptionEvents(id),
      signal: leaving.signal,
      onState: (state) => setHeard(state === 'open'),
      onEvent(event, data) {
        if (event === 'done') {
          leaving.abort();
          // Until the finished text is there: asked for at once, and again if that fails.
          setHeard(false);
          void queryClient.invalidateQueries({ queryKey });
          return;
        }
        queryClient.setQueryData(queryKey, (shown) => shown && applyEvent(shown, event, data));
      },
    });
    return () => {
      leaving.abort();
      setHeard(true);
    };
  }, [id, isFollowed, queryClient]);
  return query;
}
