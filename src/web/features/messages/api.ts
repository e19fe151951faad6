import type { ContactMessage, Feedback, Honeypot, Interest, SupportRequest } from '#contract/messages.ts';
import { isRecord } from '#domain/is-record.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

/** Checked by hand: a schema would add the validation library. Any other response did not come from our server. */
function assertReceived(answer: unknown) {
  if (!isRecord(answer) || answer.received !== true)
    throw new TypeError('the server did not confirm the message');
}

/** Public: visitors without an account send messages too. */
export const sendContactMessage = (message: ContactMessage, guard: Honeypot) =>
  callApi(apiPaths.contact, {
    method: 'POST',
    auth: 'none',
    body: { ...message, ...guard },
    parse: assertReceived,
  });

/** Public: visitors may be interested in a future plan too. */
export const sendInterest = (interest: Interest, guard: Honeypot) =>
  callApi(apiPaths.interest, {
    method: 'POST',
    auth: 'none',
    body: { ...interest, ...guard },
    parse: assertReceived,
  });

export const sendFeedback = (body: Feedback) =>
  callApi(apiPaths.feedback, { method: 'POST', body, parse: assertReceived });

export const sendSupportRequest = (body: SupportRequest) =>
  callApi(apiPaths.support, { method: 'POST', body, parse: assertReceived });
