import type { ContactMessage } from '#contract/contact.ts';
import { contactMessages } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mayBeMailed } from './may-be-mailed.ts';
import { unconfirmedEmail } from './unconfirmed-email.ts';

/** The row and the mail's job commit together: a message that was acknowledged is kept, and will be sent if it may. */
export async function sendContactMessage(
  deps: Deps,
  message: ContactMessage,
  { suspect = false }: { suspect?: boolean } = {},
) {
  await deps.db.transaction(async (tx) => {
    // The form is open to all, and nobody proved that the address is theirs.
    await tx.insert(contactMessages).values({ ...message, email: unconfirmedEmail(message.email) });
    if (!(await mayBeMailed(deps, { tx, suspect }))) return;
    await queueMail(
      deps,
      { template: 'contact-message', to: deps.config.mail.supportAddress, data: { ...message, suspect } },
      { tx },
    );
  });
}
