import { queryOptions } from '@tanstack/react-query';
import { type Summary, type SummaryList, SummaryListSchema } from '#contract/summary.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export const summariesQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['summaries', jobId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.summaries(jobId), { signal, parse: (answer) => SummaryListSchema.parse(answer) }),
  });

/** The newest stands first; one that was heard of twice stands once. */
export function withFinished(list: SummaryList, finished: Summary): SummaryList {
  const others = list.summaries.filter(({ id }) => id !== finished.id);
  return { ...list, running: null, summaries: [finished, ...others] };
}
