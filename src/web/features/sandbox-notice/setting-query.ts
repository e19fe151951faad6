import { queryOptions } from '@tanstack/react-query';
import { SettingSchema } from '#contract/setting.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

export const settingQuery = queryOptions({
  queryKey: ['setting'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.setting, { signal, parse: (answer) => SettingSchema.parse(answer) }),
  // An installation is configured at its start: one answer holds for as long as the page.
  staleTime: Number.POSITIVE_INFINITY,
});
