import type { SignIn } from '#contract/account.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';

/** The answer is a cookie that no script reads. */
export function signIn({ email, password, callbackURL }: SignIn) {
  return callApi(apiPaths.signIn, {
    method: 'POST',
    auth: 'cookie',
    body: { email, password, callbackURL },
    parse: () => undefined,
  });
}
