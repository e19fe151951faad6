import type { SignIn } from '#contract/account.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { wasSentBefore } from '../../../forms/was-sent-before.ts';

/** The server answers with a cookie that scripts cannot read. */
export function signIn({ email, password, callbackURL }: SignIn) {
  return callApi(apiPaths.signIn, {
    method: 'POST',
    auth: 'cookie',
    body: { email, password, callbackURL },
    parse: () => undefined,
  });
}

export function sendMagicLink(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.magicLink, { method: 'POST', auth: 'none', body: request, parse: wasSentBefore });
}

export function sendConfirmationMail(request: { email: string; callbackURL: string }) {
  return callApi(apiPaths.confirmationMail, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}
