import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';
import { wasSentBefore } from '../../was-sent-before.ts';

export function sendMagicLink(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.magicLink, { method: 'POST', auth: 'none', body: request, parse: wasSentBefore });
}
