import { queryOptions } from '@tanstack/react-query';
import { CheckedPassagesSchema, type ChecksEdit, ChecksEditedSchema } from '#contract/checks.ts';
import { UnfamiliarWordsSchema } from '#contract/unfamiliar-words.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

export const checksQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['checks', jobId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.transcriptionChecks(jobId), { signal, parse: CheckedPassagesSchema.parse }),
  });

export const sendChecks = (jobId: string, change: ChecksEdit) =>
  callApi(apiPaths.transcriptionChecks(jobId), {
    method: 'PATCH',
    body: change,
    parse: ChecksEditedSchema.parse,
  });

export const unfamiliarWordsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['unfamiliar-words', jobId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.unfamiliarWords(jobId), { signal, parse: UnfamiliarWordsSchema.parse }),
    // A page keeps one order of doubts; the next opening asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
