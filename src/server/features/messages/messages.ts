import { lt } from 'drizzle-orm';
import type { ContactMessage, Feedback, Interest, SupportRequest } from '#contract/messages.ts';
import type { Actor } from '#server/actor.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '#server/adapters/db/schema/messages.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/features/mail/mail.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { mayBeMailed, unconfirmedEmail } from './open-forms.ts';

type TeamMail = Mail extends infer Each ? (Each extends Mail ? Omit<Each, 'to'> : never) : never;

/** Mails our own support mailbox. */
function mailTeam({ queue, config }: Pick<Deps, 'queue' | 'config'>, tx: Transaction, mail: TeamMail) {
  return queueMail({ queue }, { ...mail, to: config.mail.supportAddress }, { tx });
}

/** The row and its mail job commit together, so an acknowledged message is stored, and mailed if allowed. */
export async function sendContactMessage(
  deps: Deps,
  message: ContactMessage,
  { suspect = false }: { suspect?: boolean } = {},
) {
  await deps.db.transaction(async (tx) => {
    // The form is open, and the sender has not proved to own the address.
    await tx.insert(contactMessages).values({ ...message, email: unconfirmedEmail(message.email) });
    if (!(await mayBeMailed(deps, { tx, suspect }))) return;
    await mailTeam(deps, tx, { template: 'contact-message', data: { ...message, suspect } });
  });
}

type Sending = { actor: Actor | undefined; suspect?: boolean };

/** Stores and mails in one transaction. For a signed-in sender, the session overrides the form. */
export async function sendFeedback(
  deps: Pick<Deps, 'db' | 'queue' | 'config' | 'log'>,
  feedback: Feedback,
  { actor, suspect = false }: Sending,
) {
  const { message } = feedback;
  await deps.db.transaction(async (tx) => {
    const known = actor && (await findUser(tx, actor.userId));
    const { name, email } = known ?? feedback;
    const confirmed = known !== undefined;
    await tx
      .insert(feedbackMessages)
      .values({ name, message, email: confirmed ? email : unconfirmedEmail(email) });
    if (!(await mayBeMailed(deps, { tx, suspect }))) return;
    await mailTeam(deps, tx, {
      template: 'feedback-message',
      data: { name, email, message, confirmed, suspect },
    });
  });
}

type SupportDeps = Pick<Deps, 'db' | 'queue' | 'config'>;

/** Stored with the contact messages, so that account export and deletion cover both. */
export async function sendSupportRequest(deps: SupportDeps, { userId }: Actor, request: SupportRequest) {
  const { subject, message } = request;
  await deps.db.transaction(async (tx) => {
    const sender = await findUser(tx, userId);
    // The account was deleted after the session check, so there is no sender to answer.
    if (sender === undefined) return;
    await tx.insert(contactMessages).values({ ...sender, message: `[${subject}] ${message}` });
    await mailTeam(deps, tx, { template: 'support-message', data: { ...sender, subject, message } });
  });
}

/** Once per address: a second request gets the same answer and sends no mail. */
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
    await mailTeam(deps, tx, { template: 'interest-message', data: { ...interest, suspect } });
  });
}

/** As the privacy page states: a visitor's message belongs to no account whose deletion could remove it. */
const keptYears = 2;

export async function sweepMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now();
  before.setUTCFullYear(before.getUTCFullYear() - keptYears);
  for (const table of [contactMessages, feedbackMessages, premiumInterests])
    await db.delete(table).where(lt(table.createdAt, before));
}
