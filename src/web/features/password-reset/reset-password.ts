import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

export function resetPassword(request: { token: string; newPassword: string }) {
  return callApi(apiPaths.passwordReset, { method: 'POST', body: request, parse: () => undefined });
}
