import { queryOptions } from '@tanstack/react-query';
import { SessionListSchema } from '#contract/profile.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.accountSessions, { signal, parse: (answer) => SessionListSchema.parse(answer) }),
});

export function endOtherSessions() {
  return callApi(apiPaths.endOtherSessions, { method: 'POST', body: {}, parse: () => undefined });
}

export function deleteAccount() {
  return callApi(apiPaths.ownAccount, { method: 'DELETE', parse: () => undefined });
}
