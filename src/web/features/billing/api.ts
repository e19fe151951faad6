import { queryOptions } from '@tanstack/react-query';
import { readPlanUsage } from '#contract/plan-usage.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

export const planUsageQuery = queryOptions({
  queryKey: ['plan-usage'],
  queryFn: ({ signal }) => callApi(apiPaths.planUsage, { signal, parse: readPlanUsage }),
});
