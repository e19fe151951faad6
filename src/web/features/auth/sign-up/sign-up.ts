import type { SignUp } from '#contract/account.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export function signUp({ use_case, how_found, ...required }: SignUp) {
  return callApi(apiPaths.signUp, {
    method: 'POST',
    auth: 'none',
    // What was left empty was not answered.
    body: { ...required, ...(use_case && { use_case }), ...(how_found && { how_found }) },
    parse: () => undefined,
  });
}
