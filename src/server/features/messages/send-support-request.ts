import { eq } from 'drizzle-orm';
import type { SupportRequest } from '#contract/support.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { contactMessages } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';

type SupportDeps = Pick<Deps, 'db' | 'queue' | 'config'>;

/** Kept with the messages of the contact page: what an account takes along and what goes with it holds for both. */
export async function sendSupportRequest(deps: SupportDeps, { userId }: Actor, request: SupportRequest) {
  const { subject, message } = request;
  await deps.db.transaction(async (tx) => {
    const [sender] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    // Deleted between the session's check and here: there is nobody to answer.
    if (sender === undefined) return;
    await tx.insert(contactMessages).values({ ...sender, message: `[${subject}] ${message}` });
    await queueMail(
      deps,
      {
        template: 'support-message',
        to: deps.config.mail.supportAddress,
        data: { ...sender, subject, message },
      },
      { tx },
    );
  });
}
