import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiPaths } from '../../../api/api-paths.ts';
import { followEvents } from '../../../api/event-stream.ts';
import { applyEvent } from './apply-event.ts';
import { isRunning, transcriptionQuery } from './transcription-query.ts';

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
    void followEvents({
      path: apiPaths.transcribedEvents(id),
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
