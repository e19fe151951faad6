import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { wasSentBefore } from '../../../forms/was-sent-before.ts';

export function sendMagicLink(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.magicLink, { method: 'POST', auth: 'none', body: request, parse: wasSentBefore });
}
