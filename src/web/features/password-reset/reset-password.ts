import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';

export function resetPassword(request: { token: string; newPassword: string }) {
  return callApi(apiPaths.passwordReset, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: () => undefined,
  });
}
