import type { SignUp } from '#contract/account.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

export const signUp = ({ use_case, how_found, ...required }: SignUp) =>
  callApi(apiPaths.signUp, {
    method: 'POST',
    auth: 'none',
    // Omit empty optional fields.
    body: { ...required, ...(use_case && { use_case }), ...(how_found && { how_found }) },
  });
