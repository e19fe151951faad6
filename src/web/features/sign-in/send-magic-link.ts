import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

export function sendMagicLink(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.magicLink, { method: 'POST', body: request, parse: () => undefined });
}
