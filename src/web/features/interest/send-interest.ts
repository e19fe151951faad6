import { type Interest, InterestReplySchema } from '#contract/interest.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

/** Visitors too may want what is still to come. */
export function sendInterest(interest: Interest) {
  return callApi(apiPaths.interest, {
    method: 'POST',
    auth: 'none',
    body: interest,
    parse: (answer) => InterestReplySchema.parse(answer),
  });
}
