import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '#server/adapters/db/schema/messages.ts';
import { transcriptionTallies } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { requireProof } from '#server/features/auth/proof/proof.ts';
import { deletePendingLinks } from '#server/features/auth/sign-in/pending-links.ts';
import { queueEndBilling } from '#server/features/billing/sync/end-billing.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { unconfirmedEmail } from '#server/features/messages/open-forms.ts';
import { queueForgetAccount } from './forget-account.ts';
import { queueFileRemoval } from './remove-files.ts';

type Leaving = Readonly<{ userId: string; email: string; tx: Transaction }>;

/**
 * Runs in the deletion transaction, while the account's rows still exist. A step queues external work (a
 * subscription, files) with `tx`. The payload must carry all that the job needs, because the rows will be gone.
 */
type BeforeDeletion = (deps: Pick<Deps, 'now' | 'queue' | 'sealing'>, leaving: Leaving) => Promise<void>;

const deletedAccount = {
  name: 'Conta excluída',
  email: 'conta-excluida@invalid',
  message: '[Mensagem apagada com a conta]',
};

/** The team received each message by mail. Keep only the fact that a message came, and when. */
const anonymiseMessages: BeforeDeletion = async (_deps, { email, tx }) => {
  const asSender = [email, unconfirmedEmail(email)];
  await tx.update(contactMessages).set(deletedAccount).where(inArray(contactMessages.email, asSender));
  await tx.update(feedbackMessages).set(deletedAccount).where(inArray(feedbackMessages.email, asSender));
  // This row contains nothing but the address, so delete it.
  await tx.delete(premiumInterests).where(eq(premiumInterests.email, email));
};

/** A link that is still in a mailbox would create the account again. */
const dropLinks: BeforeDeletion = deletePendingLinks;

const beforeDeletion: readonly BeforeDeletion[] = [
  queueForgetAccount,
  queueEndBilling,
  queueFileRemoval,
  anonymiseMessages,
  dropLinks,
];

/** All or nothing. The row lock serializes parallel deletions: the second waits and then finds no user. */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'sealing'>,
  actor: Pick<Actor, 'userId' | 'provedAt'>,
): Promise<void> {
  requireProof(deps, actor);
  const { userId } = actor;
  await deps.db.transaction(async (tx) => {
    // Lock in the same order as a billing sync does; the reverse order would deadlock.
    await tx
      .select({ userId: billingCustomers.userId })
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId))
      .for('update');
    const [user] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (user === undefined) return;
    const { name, email } = user;
    for (const step of beforeDeletion) await step(deps, { userId, email, tx });
    // The foreign keys cascade: this deletes all other rows of the account.
    await tx.delete(users).where(eq(users.id, userId));
    // Tallies have no foreign key, and the deletes above have just updated them.
    await tx.delete(transcriptionTallies).where(eq(transcriptionTallies.userId, userId));
    await queueMail(deps, { template: 'account-deleted', to: email, data: { name } }, { tx });
  });
}
