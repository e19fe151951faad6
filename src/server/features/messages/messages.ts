import { eq, lt } from 'drizzle-orm';
import type { ContactMessage, Feedback, Interest, SupportRequest } from '#contract/messages.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '../../adapters/db/schema/messages.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mayBeMailed, unconfirmedEmail } from './open-forms.ts';

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

/** Once per address: who asks again is told the same and fills no mailbox. */
export async function registerInterest(
  deps: Pick<Deps, 'db' | 'queue' | 'config' | 'log'>,
  interest: Interest,
  { suspect = false }: { suspect?: boolean } = {},
) {
  await deps.db.transaction(async (tx) => {
    const made = await tx
      .insert(premiumInterests)
      .values(interest)
      .onConflictDoNothing()
      .returning({ id: premiumInterests.id });
    if (made.length === 0 || !(await mayBeMailed(deps, { tx, suspect }))) return;
    await queueMail(
      deps,
      { template: 'interest-message', to: deps.config.mail.supportAddress, data: { ...interest, suspect } },
      { tx },
    );
  });
}

/** As the privacy page says: what visitors write has no account that could take it along when it goes. */
const keptYears = 2;

export async function sweepMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now();
  before.setUTCFullYear(before.getUTCFullYear() - keptYears);
  for (const table of [contactMessages, feedbackMessages, premiumInterests])
    await db.delete(table).where(lt(table.createdAt, before));
}
