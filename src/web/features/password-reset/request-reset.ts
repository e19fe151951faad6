import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';
import { paths } from '../../paths.ts';
import { wasSentBefore } from '../../was-sent-before.ts';

export function requestReset(email: string) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: { email, redirectTo: paths.resetPassword },
    parse: wasSentBefore,
  });
}
