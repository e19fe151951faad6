import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

/** Returns the address at Google to continue with. */
export async function startGoogleSignIn(returnTo: string) {
  const { SocialSignInAnswerSchema } = await import('#contract/account.ts');
  const { url } = await callApi(apiPaths.socialSignIn, {
    method: 'POST',
    auth: 'cookie',
    body: { provider: 'google', callbackURL: returnTo, errorCallbackURL: returnTo },
    parse: SocialSignInAnswerSchema.parse,
  });
  return url;
}
