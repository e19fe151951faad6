import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';

export function deleteAccount() {
  return callApi(apiPaths.ownAccount, { method: 'DELETE', parse: () => undefined });
}
