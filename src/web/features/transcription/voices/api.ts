import { queryOptions } from '@tanstack/react-query';
import { UsedNamesSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

/** Names from all recordings of this account. */
export const usedNamesQuery = queryOptions({
  queryKey: ['used-names'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.usedNames, { signal, parse: (answer) => UsedNamesSchema.parse(answer).names }),
  // A name that was given just now is offered in the next recording.
  staleTime: 0,
});
