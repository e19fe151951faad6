import type { Honeypot } from '#contract/honeypot.ts';
import type { ContactMessage } from '#contract/messages.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** By hand: a schema would put the validation library on the page. Something else that answers is no mailbox of ours. */
function expectReceived(answer: unknown) {
  if (typeof answer !== 'object' || answer === null || Reflect.get(answer, 'received') !== true)
    throw new TypeError('the message was answered and not received');
}

/** The one product call that carries no access token: visitors write to us too. */
export function sendContactMessage(message: ContactMessage, guard: Honeypot) {
  return callApi(apiPaths.contact, {
    method: 'POST',
    auth: 'none',
    body: { ...message, ...guard },
    parse: expectReceived,
  });
}
