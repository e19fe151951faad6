import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';
import { wasSentBefore } from '#web/forms/was-sent-before.ts';

export const requestReset = (body: { email: string; redirectTo: string }) =>
  callApi(apiPaths.resetRequest, { method: 'POST', auth: 'none', body, parse: wasSentBefore });

export const resetPassword = (body: { token: string; newPassword: string }) =>
  callApi(apiPaths.passwordReset, { method: 'POST', auth: 'none', body });
