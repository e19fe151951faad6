import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';
import { wasSentBefore } from '../../was-sent-before.ts';

export function requestReset(request: { email: string; redirectTo: string }) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}
