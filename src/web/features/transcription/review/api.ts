import { queryOptions } from '@tanstack/react-query';
import { CheckedPassagesSchema, type ChecksEdit, ChecksEditedSchema } from '#contract/checks.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

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
