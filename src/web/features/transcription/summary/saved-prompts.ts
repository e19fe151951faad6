import { queryOptions } from '@tanstack/react-query';
import { type SavedPrompt, SavedPromptListSchema, SavedPromptSchema } from '#contract/summary.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export const savedPromptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.prompts, { signal, parse: (answer) => SavedPromptListSchema.parse(answer) }),
});

export const savePrompt = (body: Pick<SavedPrompt, 'name' | 'prompt'>) =>
  callApi(apiPaths.prompts, { method: 'POST', body, parse: (answer) => SavedPromptSchema.parse(answer) });

export const deletePrompt = (id: string) =>
  callApi(apiPaths.prompt(id), { method: 'DELETE', parse: () => undefined });
