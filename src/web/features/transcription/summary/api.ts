import { queryOptions } from '@tanstack/react-query';
import {
  type SavedPrompt,
  SavedPromptListSchema,
  SavedPromptSchema,
  type Summary,
  type SummaryList,
  SummaryListSchema,
} from '#contract/summary.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi, fetchFile } from '#web/api/client.ts';

export const summariesQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['summaries', jobId],
    queryFn: ({ signal }) => callApi(apiPaths.summaries(jobId), { signal, parse: SummaryListSchema.parse }),
  });

/** Puts the newest summary first. A repeated event does not add it twice. */
export function withFinishedSummary(list: SummaryList, finished: Summary): SummaryList {
  const others = list.summaries.filter(({ id }) => id !== finished.id);
  return { ...list, running: null, summaries: [finished, ...others] };
}

export const exportSummary = (id: string, format: string) =>
  fetchFile(apiPaths.summaryExport(id, format), { timeoutMs: minuteMs });

export const savedPromptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: ({ signal }) => callApi(apiPaths.prompts, { signal, parse: SavedPromptListSchema.parse }),
});

export const savePrompt = (body: Pick<SavedPrompt, 'name' | 'prompt'>) =>
  callApi(apiPaths.prompts, { method: 'POST', body, parse: SavedPromptSchema.parse });

export const deletePrompt = (id: string) =>
  callApi(apiPaths.prompt(id), { method: 'DELETE', parse: () => undefined });
