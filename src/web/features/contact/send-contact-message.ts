import { type ContactMessage, ContactReplySchema } from '#contract/contact.ts';
import type { FormGuard } from '#contract/form-guard.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';

/** The one product call that carries no access token: visitors write to us too. */
export function sendContactMessage(message: ContactMessage, guard: FormGuard) {
  return callApi(apiPaths.contact, {
    method: 'POST',
    auth: 'none',
    body: { ...message, ...guard },
    parse: (answer) => ContactReplySchema.parse(answer),
  });
}
