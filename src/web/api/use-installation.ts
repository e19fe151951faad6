import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiPaths } from './api-paths.ts';
import { callApi } from './client.ts';
import { parseInstallation } from './parse-installation.ts';
import { createQueryClient } from './query-client.ts';

/** Its own: the setting is nobody's data, so that it is kept from the sign-in to the dashboard. */
const settingClient = createQueryClient();

const settingQuery = queryOptions({
  queryKey: ['setting'],
  queryFn: ({ signal }) => callApi(apiPaths.setting, { auth: 'none', signal, parse: parseInstallation }),
  // An installation is configured at its start: one answer holds for as long as the page.
  staleTime: Number.POSITIVE_INFINITY,
});

/** What a screen must know of the installation; undefined until the server has said it. */
export function useInstallation() {
  return useQuery(settingQuery, settingClient).data;
}
