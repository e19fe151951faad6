import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type ListChange,
  ListChangeEventSchema,
  type TranscriptionPage,
} from '#contract/transcription-list.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { subscribeToEvents } from '../../api/event-stream.ts';
import { applyListChange, listKey } from './api.ts';

/** Ten files that end together ask for the list once. */
const gatherMs = 400;

/**
 * Follows what becomes of one's transcriptions. What changes within a row is written into it; where rows may come, go
 * or change places, the list is asked for again. What this
 * page deletes itself leaves in its own way. Returns whether the stream is heard.
 */
export function useLiveList(isOwnDeletion: (id: string) => boolean): boolean {
  const queryClient = useQueryClient();
  const [isHeard, setIsHeard] = useState(false);
  const isOwn = useEffectEvent(isOwnDeletion);

  useEffect(() => {
    const leaving = new AbortController();
    const told = new Map<string, ListChange['status']>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    function askSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: listKey });
      }, gatherMs);
    }

    function isKnown({ job_id, status }: ListChange) {
      const pages = queryClient.getQueriesData<TranscriptionPage>({ queryKey: listKey, type: 'active' });
      return pages.some(([, page]) =>
        page?.items.some((item) => item.job_id === job_id && item.status === status),
      );
    }

    void subscribeToEvents({
      path: apiPaths.transcriptionsEvents,
      signal: leaving.signal,
      onState: (state) => setIsHeard(state === 'open'),
      onEvent(event, data) {
        const { success, data: change } = ListChangeEventSchema.safeParse(data);
        if (event !== 'changed' || !success) return;
        if (change.status === 'deleted' && isOwn(change.job_id)) return;
        // Of those on other pages only a new state is news: their progress would ask for the list each second.
        const isNewState = told.get(change.job_id) !== change.status && !isKnown(change);
        told.set(change.job_id, change.status);
        queryClient.setQueriesData<TranscriptionPage>(
          { queryKey: listKey },
          (page) => page && applyListChange(page, change),
        );
        if (isNewState) askSoon();
      },
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [queryClient]);

  return isHeard;
}
