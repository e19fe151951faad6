import type { FormGuard } from '#contract/form-guard.ts';
import { type Interest, InterestReplySchema } from '#contract/interest.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';

/** Visitors too may want what is still to come. */
export function sendInterest(interest: Interest, guard: FormGuard) {
  return callApi(apiPaths.interest, {
    method: 'POST',
    auth: 'none',
    body: { ...interest, ...guard },
    parse: (answer) => InterestReplySchema.parse(answer),
  });
}
