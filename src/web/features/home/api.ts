import { queryOptions } from '@tanstack/react-query';
import { DashboardSchema } from '#contract/dashboard.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => callApi(apiPaths.dashboard, { signal, parse: DashboardSchema.parse }),
  // Uploads change the numbers at any time: show the cached ones and refetch.
  staleTime: 0,
  // Also without a network: an error message is better than an endless placeholder.
  networkMode: 'always',
  refetchOnReconnect: true,
});
