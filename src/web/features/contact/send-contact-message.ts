import { type ContactMessage, ContactReplySchema } from '#contract/contact.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

/** The one product call that carries no access token: visitors write to us too. */
export function sendContactMessage(message: ContactMessage) {
  return callApi(apiPaths.contact, {
    method: 'POST',
    auth: 'none',
    body: message,
    parse: (answer) => ContactReplySchema.parse(answer),
  });
}
