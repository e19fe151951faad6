import type { Honeypot } from '#contract/honeypot.ts';
import { type Interest, InterestReplySchema } from '#contract/messages.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** Visitors too may want what is still to come. */
export function sendInterest(interest: Interest, guard: Honeypot) {
  return callApi(apiPaths.interest, {
    method: 'POST',
    auth: 'none',
    body: { ...interest, ...guard },
    parse: (answer) => InterestReplySchema.parse(answer),
  });
}
