import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { paths } from '../../../app/paths.ts';
import { wasSentBefore } from '../../../forms/was-sent-before.ts';

export function requestReset(email: string) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: { email, redirectTo: paths.resetPassword },
    parse: wasSentBefore,
  });
}
