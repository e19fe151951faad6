import { queryOptions } from '@tanstack/react-query';
import { PlanListSchema } from '#contract/plans.ts';
import { callApi } from './api-client.ts';
import { apiPaths } from './api-paths.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.plans, { auth: 'none', signal, parse: (answer) => PlanListSchema.parse(answer) }),
});
