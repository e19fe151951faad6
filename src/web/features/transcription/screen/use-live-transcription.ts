import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProgressEventSchema, SegmentsEventSchema, type Transcription } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { subscribeToEvents } from '#web/api/event-stream.ts';
import { isTranscriptionRunning, transcriptionQuery } from './api.ts';

/** The server streams all segments from the first, so skip those that the page already has. */
function withNew(
  known: readonly StoredSegment[],
  come: readonly StoredSegment[],
): StoredSegment[] | undefined {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = come.filter(({ id }) => !ids.has(id));
  if (fresh.length === 0) return undefined;
  return [...known, ...fresh].sort((one, other) => one.id - other.id);
}

/** Applies a stream event; returns the same object if nothing changes. */
export function applyEvent(shown: Transcription, event: string, data: unknown): Transcription {
  if (event === 'progress') {
    const { percent, seconds_left, ...state } = ProgressEventSchema.parse(data);
    // Keep the running status until the page has fetched the final text or failure.
    if (!isTranscriptionRunning(state)) return { ...shown, progress: { percent, seconds_left } };
    return { ...shown, ...state, progress: { percent, seconds_left } };
  }
  if (event === 'segments') {
    const segments = withNew(shown.segments, SegmentsEventSchema.parse(data).segments);
    return segments === undefined ? shown : { ...shown, segments };
  }
  return shown;
}

/** The polling interval of spec section 9. */
const pollMs = 5_000;
/** The stream ends with the text, before the voices are known. A longer text is larger, and its voices take longer. */
const voicesPollMs = ({ audio_duration }: Transcription) =>
  Math.min(30_000, Math.max(2_000, (audio_duration / 120) * 1_000));

/** One transcription, updated by its event stream while it runs, or by polling where streams are blocked. */
export function useLiveTranscription(id: string) {
  const queryClient = useQueryClient();
  const [isStreamOpen, setStreamOpen] = useState(true);
  const query = useQuery({
    ...transcriptionQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      if (data.voices.state === 'waiting') return voicesPollMs(data);
      return isTranscriptionRunning(data) && !isStreamOpen ? pollMs : false;
    },
  });
  const isFollowed = query.data !== undefined && isTranscriptionRunning(query.data);

  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = transcriptionQuery(id);
    const leaving = new AbortController();
    void subscribeToEvents({
      path: apiPaths.transcriptionEvents(id),
      signal: leaving.signal,
      onState: (state) => setStreamOpen(state === 'open'),
      onEvent(event, data) {
        if (event === 'done') {
          leaving.abort();
          // Fetch the finished text now, and keep polling if that fails.
          setStreamOpen(false);
          void queryClient.invalidateQueries({ queryKey });
          return;
        }
        const shown = queryClient.setQueryData(
          queryKey,
          (before) => before && applyEvent(before, event, data),
        );
        // The stream does not tell where the joined files begin. They are all decoded before the first text.
        if (event === 'segments' && shown?.parts.some(({ start_ms }) => start_ms === null))
          void queryClient.invalidateQueries({ queryKey });
      },
    });
    return () => {
      leaving.abort();
      setStreamOpen(true);
    };
  }, [id, isFollowed, queryClient]);
  return query;
}
