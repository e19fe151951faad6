import { queryOptions } from '@tanstack/react-query';
import { type Dashboard, DashboardSchema } from '#contract/dashboard.ts';
import type { ListChange } from '#contract/transcription-list.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';
import { isRunning } from '#web/features/library/running-texts.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => callApi(apiPaths.dashboard, { signal, parse: DashboardSchema.parse }),
  // Uploads change the numbers at any time: show the cached ones and refetch.
  staleTime: 0,
  // Also without a network: an error message is better than an endless placeholder.
  networkMode: 'always',
  refetchOnReconnect: true,
});

/** Whether the home screen already shows the transcription in this state. A deletion also changes the figures. */
export function showsChange({ unfinished, recent }: Dashboard, { job_id, status }: ListChange): boolean {
  if (status === 'completed' && recent.some((item) => item.job_id === job_id)) return true;
  return unfinished.some((item) => item.job_id === job_id && item.status === status);
}

/** A finished transcription keeps its row until the server sends the row with its text. */
export function applyChange(dashboard: Dashboard, change: ListChange): Dashboard {
  const { job_id, status } = change;
  const before = dashboard.unfinished.find((item) => item.job_id === job_id);
  const ended = before !== undefined && isRunning(before) && !isRunning({ status }) ? 1 : 0;
  const running_count = Math.max(0, dashboard.running_count - ended);
  if (status === 'deleted') {
    const isLeft = (item: { job_id: string }) => item.job_id !== job_id;
    return {
      ...dashboard,
      running_count,
      unfinished: dashboard.unfinished.filter(isLeft),
      recent: dashboard.recent.filter(isLeft),
    };
  }
  return {
    ...dashboard,
    running_count,
    unfinished: dashboard.unfinished.map((item) =>
      item.job_id === job_id ? { ...item, ...change, status } : item,
    ),
  };
}

/** Each transcription once: one that finishes while the server reads both lists is in both. */
export function rowsOf({ unfinished, recent }: Dashboard) {
  const finished = new Set(recent.map(({ job_id }) => job_id));
  return [...unfinished.filter(({ job_id }) => !finished.has(job_id)), ...recent];
}
