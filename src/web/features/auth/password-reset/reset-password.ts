import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export function resetPassword(request: { token: string; newPassword: string }) {
  return callApi(apiPaths.passwordReset, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: () => undefined,
  });
}
