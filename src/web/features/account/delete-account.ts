import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

export function deleteAccount() {
  return callApi(apiPaths.ownAccount, { method: 'DELETE', parse: () => undefined });
}
