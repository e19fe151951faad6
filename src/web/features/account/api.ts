import { queryOptions } from '@tanstack/react-query';
import { type ProfileChange, ProfileSchema, SessionListSchema } from '#contract/profile.ts';
import { StoredBytesSchema } from '#contract/stored-bytes.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi, fetchFile } from '#web/api/client.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => callApi(apiPaths.profile, { signal, parse: ProfileSchema.parse }),
});

export const storedBytesQuery = queryOptions({
  queryKey: ['account', 'stored-bytes'],
  queryFn: ({ signal }) => callApi(apiPaths.storedBytes, { signal, parse: StoredBytesSchema.parse }),
});

export const saveProfile = (body: ProfileChange) =>
  callApi(apiPaths.profile, { method: 'PATCH', body, parse: ProfileSchema.parse });

export const changePassword = (newPassword: string) =>
  callApi(apiPaths.password, { method: 'POST', body: { new_password: newPassword } });

export const requestEmailChange = (newEmail: string) =>
  callApi(apiPaths.emailChange, { method: 'POST', body: { newEmail } });

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => callApi(apiPaths.accountSessions, { signal, parse: SessionListSchema.parse }),
});

export const endOtherSessions = () => callApi(apiPaths.endOtherSessions, { method: 'POST', body: {} });

/** Collecting years of transcriptions takes a while. */
const exportTimeoutMs = 10 * minuteMs;

export const exportAccount = () => fetchFile(apiPaths.accountExport, { timeoutMs: exportTimeoutMs });

export const deleteAccount = () => callApi(apiPaths.ownAccount, { method: 'DELETE' });
