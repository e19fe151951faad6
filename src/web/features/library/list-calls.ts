import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AcceptedSchema } from '#contract/transcription.ts';
import { ChangedCountSchema, type ListQuery, TranscriptionPageSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';
import { listSearch } from './list-address.ts';

/** Every page of the list that is kept. */
export const listKey = ['transcriptions'] as const;

export function listQuery(query: ListQuery) {
  const search = listSearch(query).toString();
  return queryOptions({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) =>
      callApi(search === '' ? apiPaths.transcriptions : `${apiPaths.transcriptions}?${search}`, {
        signal,
        parse: (answer) => TranscriptionPageSchema.parse(answer),
      }),
    // The last list stays, dimmed, until the next one is there.
    placeholderData: keepPreviousData,
    // Uploads and other tabs change it at any time: what is kept is shown at once, and asked for again.
    staleTime: 0,
    // Without a network too: a failure that is told is better than rows that seem to be on their way.
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

const changeMany = (path: string) => (ids: readonly string[]) =>
  callApi(path, { method: 'POST', body: { ids }, parse: (answer) => ChangedCountSchema.parse(answer) });

export const deleteTranscriptions = changeMany(apiPaths.transcriptionsDelete);
export const restoreTranscriptions = changeMany(apiPaths.transcriptionsRestore);

export function retryTranscription(id: string) {
  return callApi(apiPaths.transcribedRetry(id), { method: 'POST', parse: () => undefined });
}

export function openExample() {
  return callApi(apiPaths.example, { method: 'POST', parse: (answer) => AcceptedSchema.parse(answer) });
}
