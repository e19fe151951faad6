import { callApi } from '../../api-client.ts';
import { apiPaths, paths } from '../../paths.ts';

export function requestReset(email: string) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: { email, redirectTo: paths.resetPassword },
    parse: () => undefined,
  });
}
