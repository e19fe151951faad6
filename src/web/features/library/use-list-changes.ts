import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListChange } from '#contract/transcription-list.ts';
import { useIsListStreamOpen, useListStream } from './list-stream.tsx';

/** The interval of polling while the event stream is down. */
export const pollMs = 5_000;

/** The first new state refetches at once. Those of the next moment share one refetch, because ten files may finish together. */
const batchMs = 400;

type Followed<Data> = {
  /** The queries that show transcriptions. */
  queryKey: QueryKey;
  /** Whether the data already show the transcription in this state. */
  shows: (data: Data, change: ListChange) => boolean;
  /** Returns the same data if they do not show the transcription. */
  apply: (data: Data, change: ListChange) => Data;
  isIgnored?: (change: ListChange) => boolean;
};

/**
 * Follows the owner's transcriptions by the event stream. A change within a row updates the cache. A new state may add,
 * remove or reorder rows, so it refetches. Returns whether the stream is open.
 */
export function useListChanges<Data>({ queryKey, ...followed }: Followed<Data>): boolean {
  const queryClient = useQueryClient();
  const stream = useListStream();
  const isIgnored = useEffectEvent((change: ListChange) => followed.isIgnored?.(change) ?? false);
  const apply = useEffectEvent(followed.apply);
  const isShown = useEffectEvent((change: ListChange) =>
    queryClient
      .getQueriesData<Data>({ queryKey, type: 'active' })
      .some(([, data]) => data !== undefined && followed.shows(data, change)),
  );

  useEffect(() => {
    const lastStatuses = new Map<string, ListChange['status']>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;

    function refetchSoon() {
      isDue = true;
      if (timer === undefined) refetchIfDue();
    }

    function refetchIfDue() {
      timer = undefined;
      if (!isDue) return;
      isDue = false;
      void queryClient.invalidateQueries({ queryKey });
      timer = setTimeout(refetchIfDue, batchMs);
    }

    const leave = stream.receive((change) => {
      if (isIgnored(change)) return;
      // Rows that are not shown refetch only on a new state, because their progress changes each second.
      const isNewState = lastStatuses.get(change.job_id) !== change.status && !isShown(change);
      lastStatuses.set(change.job_id, change.status);
      for (const [key, shown] of queryClient.getQueriesData<Data>({ queryKey })) {
        // The time of the last answer stays, because a row may wait for the next one.
        const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
        if (shown !== undefined) queryClient.setQueryData<Data>(key, apply(shown, change), { updatedAt });
      }
      if (isNewState) refetchSoon();
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [queryClient, queryKey, stream]);

  return useIsListStreamOpen();
}
