import type { SignIn } from '#contract/account.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';
import { wasSentBefore } from '#web/forms/was-sent-before.ts';

/** The server answers with a cookie that scripts cannot read. */
export const signIn = ({ email, password, callbackURL }: SignIn) =>
  callApi(apiPaths.signIn, { method: 'POST', auth: 'cookie', body: { email, password, callbackURL } });

type MailRequest = { email: string; callbackURL: string };

export const sendMagicLink = (body: MailRequest) =>
  callApi(apiPaths.magicLink, { method: 'POST', auth: 'none', body, parse: wasSentBefore });

export const sendConfirmationMail = (body: MailRequest) =>
  callApi(apiPaths.confirmationMail, { method: 'POST', auth: 'none', body, parse: wasSentBefore });
