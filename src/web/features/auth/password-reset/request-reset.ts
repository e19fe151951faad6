import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { wasSentBefore } from '../../../forms/was-sent-before.ts';

export function requestReset(request: { email: string; redirectTo: string }) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}
