import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** Gives the address at Google where the browser goes on. */
export async function startGoogleSignIn(returnTo: string) {
  const { SocialSignInAnswerSchema } = await import('#contract/account.ts');
  const { url } = await callApi(apiPaths.socialSignIn, {
    method: 'POST',
    auth: 'cookie',
    body: { provider: 'google', callbackURL: returnTo, errorCallbackURL: returnTo },
    parse: (answer) => SocialSignInAnswerSchema.parse(answer),
  });
  return url;
}
