import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AcceptedSchema } from '#contract/transcription.ts';
import {
  type ListChange,
  type ListQuery,
  ListStatesSchema,
  listPageSize,
  type TranscriptionPage,
  TranscriptionPageSchema,
} from '#contract/transcription-list.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';
import { listFiltersSearch } from './list-filters-url.ts';

/** The query key of all cached list pages. */
export const listKey = ['transcriptions'] as const;

export function listQuery(query: ListQuery) {
  const search = listFiltersSearch(query).toString();
  return queryOptions({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) =>
      callApi(search === '' ? apiPaths.transcriptions : `${apiPaths.transcriptions}?${search}`, {
        signal,
        parse: TranscriptionPageSchema.parse,
      }),
    // Keep the previous list, dimmed, until the next one loads.
    placeholderData: keepPreviousData,
    // Uploads and other tabs change the list at any time, so show the cache and refetch.
    staleTime: 0,
    // Fetch offline too: an error message is better than an endless skeleton.
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

/** The states as the event stream would tell them. One that is gone for good has none. */
export const readListStates = (ids: readonly string[], signal: AbortSignal) =>
  callApi(apiPaths.transcriptionsStates, {
    method: 'POST',
    body: { ids },
    signal,
    parse: (answer) => ListStatesSchema.parse(answer).states,
  });

export function openExample() {
  return callApi(apiPaths.example, { method: 'POST', parse: AcceptedSchema.parse });
}

/** Applies a change to its row; returns the same page if it has no such row. */
export function applyListChange(page: TranscriptionPage, change: ListChange): TranscriptionPage {
  const { status } = change;
  if (status === 'deleted') return removeListItems(page, [change.job_id]);
  if (!page.items.some(({ job_id }) => job_id === change.job_id)) return page;
  return {
    ...page,
    items: page.items.map((item) => (item.job_id === change.job_id ? { ...item, ...change, status } : item)),
  };
}

/** The page without these rows, until the server sends the rows that move up. */
export function removeListItems(page: TranscriptionPage, ids: readonly string[]): TranscriptionPage {
  const items = page.items.filter(({ job_id }) => !ids.includes(job_id));
  const removedCount = page.items.length - items.length;
  if (removedCount === 0) return page;
  const total = page.total - removedCount;
  return { ...page, items, total, pages: Math.max(1, Math.ceil(total / listPageSize)) };
}
