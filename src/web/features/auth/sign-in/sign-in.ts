import type { SignIn } from '#contract/account.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** The answer is a cookie that no script reads. */
export function signIn({ email, password, callbackURL }: SignIn) {
  return callApi(apiPaths.signIn, {
    method: 'POST',
    auth: 'cookie',
    body: { email, password, callbackURL },
    parse: () => undefined,
  });
}
