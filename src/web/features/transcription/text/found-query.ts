import { queryOptions } from '@tanstack/react-query';
import { FoundWordsSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** The words of a text that a search of the list found: singular and plural, with any accents. */
export const foundQuery = (jobId: string, q: string) =>
  queryOptions({
    queryKey: ['found', jobId, q],
    queryFn: ({ signal }) =>
      callApi(apiPaths.found(jobId, q), { signal, parse: (answer) => FoundWordsSchema.parse(answer).words }),
    enabled: q !== '',
    // Asked once: a text that is being corrected does not lose its marks.
    staleTime: Number.POSITIVE_INFINITY,
  });
