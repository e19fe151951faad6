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

/** The batching time, so that ten files that finish together cause one refetch. */
const batchMs = 400;

/**
 * Follows the owner's transcriptions by the event stream. A change within a row updates the cache. A new state may add,
 * remove or reorder rows, so it refetches the list. `useUndoableDeletion` handles deletions by this tab, so skip them
 * here. Returns whether the stream is open.
 */
export function useLiveList(isOwnDeletion: (id: string) => boolean): boolean {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = useEffectEvent(isOwnDeletion);

  useEffect(() => {
    const leaving = new AbortController();
    const lastStatuses = new Map<string, ListChange['status']>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    function refetchSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: listKey });
      }, batchMs);
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
      onState: (state) => setIsOpen(state === 'open'),
      onEvent(event, data) {
        const { success, data: change } = ListChangeEventSchema.safeParse(data);
        if (event !== 'changed' || !success) return;
        if (change.status === 'deleted' && isOwn(change.job_id)) return;
        // Rows on other pages refetch only on a new state, because their progress changes each second.
        const isNewState = lastStatuses.get(change.job_id) !== change.status && !isKnown(change);
        lastStatuses.set(change.job_id, change.status);
        queryClient.setQueriesData<TranscriptionPage>(
          { queryKey: listKey },
          (page) => page && applyListChange(page, change),
        );
        if (isNewState) refetchSoon();
      },
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [queryClient]);

  return isOpen;
}
