import { queryOptions } from '@tanstack/react-query';
import { PlanListSchema } from '#contract/plans.ts';
import { apiPaths } from './api-paths.ts';
import { callApi } from './client.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => callApi(apiPaths.plans, { auth: 'none', signal, parse: PlanListSchema.parse }),
});
