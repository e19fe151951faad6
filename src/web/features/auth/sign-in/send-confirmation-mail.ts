import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { wasSentBefore } from '../../../forms/was-sent-before.ts';

export function sendConfirmationMail(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.confirmationMail, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}
