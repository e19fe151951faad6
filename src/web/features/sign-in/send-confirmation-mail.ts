import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';
import { wasSentBefore } from '../../was-sent-before.ts';

export function sendConfirmationMail(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.confirmationMail, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}
