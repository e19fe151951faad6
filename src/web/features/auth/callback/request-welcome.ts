import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** The server sends it once, however often it is asked. */
export function requestWelcome(who: { email: string; name: string }) {
  return callApi(apiPaths.welcome, { method: 'POST', body: who, parse: () => undefined });
}
