import { queryOptions } from '@tanstack/react-query';
import { DashboardSchema } from '#contract/dashboard.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.dashboard, { signal, parse: (answer) => DashboardSchema.parse(answer) }),
  // Uploads change it at any time: what is kept is shown at once, and asked for again.
  staleTime: 0,
  // Without a network too: a failure that is told is better than numbers that seem to be on their way.
  networkMode: 'always',
  refetchOnReconnect: true,
});
