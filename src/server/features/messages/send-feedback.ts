import { eq } from 'drizzle-orm';
import type { Feedback } from '#contract/feedback.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { feedbackMessages } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mayBeMailed } from './may-be-mailed.ts';
import { unconfirmedEmail } from './unconfirmed-email.ts';

type Sending = { actor: Actor | undefined; suspect?: boolean };

/** Kept and mailed in one transaction, like a contact message. Who is signed in is who the session says, not the form. */
export async function sendFeedback(
  deps: Pick<Deps, 'db' | 'queue' | 'config' | 'log'>,
  feedback: Feedback,
  { actor, suspect = false }: Sending,
) {
  const { message } = feedback;
  await deps.db.transaction(async (tx) => {
    const [known] =
      actor === undefined
        ? []
        : await tx
            .select({ name: users.name, email: users.email })
            .from(users)
            .where(eq(users.id, actor.userId));
    const { name, email } = known ?? feedback;
    const confirmed = known !== undefined;
    await tx
      .insert(feedbackMessages)
      .values({ name, message, email: confirmed ? email : unconfirmedEmail(email) });
    if (!(await mayBeMailed(deps, { tx, suspect }))) return;
    await queueMail(
      deps,
      {
        template: 'feedback-message',
        to: deps.config.mail.supportAddress,
        data: { name, email, message, confirmed, suspect },
      },
      { tx },
    );
  });
}
