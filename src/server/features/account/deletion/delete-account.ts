import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '../../../adapters/db/schema/messages.ts';
import { transcriptionTallies } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { requireProof } from '../../auth/proof/proof.ts';
import { deletePendingLinks } from '../../auth/sign-in/sign-in-links.ts';
import { queueEndBilling } from '../../billing/sync/end-billing.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { unconfirmedEmail } from '../../messages/open-forms.ts';
import { queueForgetAccount } from './forget-account.ts';
import { queueFileRemoval } from './remove-files.ts';

type Leaving = Readonly<{ userId: string; email: string; tx: Transaction }>;

/**
 * Done while the account's rows are still there, and in the transaction that removes them. What happens elsewhere (a
 * subscription, files) is queued by the step with that transaction, carrying what the job needs: the rows will be gone.
 */
type BeforeDeletion = (deps: Pick<Deps, 'now' | 'queue' | 'sealing'>, leaving: Leaving) => Promise<void>;

const gone = {
  name: 'Conta excluída',
  email: 'conta-excluida@invalid',
  message: '[Mensagem apagada com a conta]',
};

/** The team has had each of them by mail; here only stays that one came, and when. */
const anonymiseMessages: BeforeDeletion = async (_deps, { email, tx }) => {
  const asSender = [email, unconfirmedEmail(email)];
  await tx.update(contactMessages).set(gone).where(inArray(contactMessages.email, asSender));
  await tx.update(feedbackMessages).set(gone).where(inArray(feedbackMessages.email, asSender));
  // Here the address is all there is, and it stands there once.
  await tx.delete(premiumInterests).where(eq(premiumInterests.email, email));
};

/** A link that still lies in a mailbox would make the account anew. */
const dropLinks: BeforeDeletion = deletePendingLinks;

const beforeDeletion: readonly BeforeDeletion[] = [
  queueForgetAccount,
  queueEndBilling,
  queueFileRemoval,
  anonymiseMessages,
  dropLinks,
];

/** All or nothing, and once: of two at the same moment the second waits for the first and finds nobody. */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'sealing'>,
  actor: Pick<Actor, 'userId' | 'provedAt'>,
): Promise<void> {
  requireProof(deps, actor);
  const { userId } = actor;
  await deps.db.transaction(async (tx) => {
    // In the order in which a sync of the billing takes them: the other way round each waits for the other's.
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
    // Everything else that is theirs hangs on this row and goes with it.
    await tx.delete(users).where(eq(users.id, userId));
    // These refer to nobody, and have just been told of what went.
    await tx.delete(transcriptionTallies).where(eq(transcriptionTallies.userId, userId));
    await queueMail(deps, { template: 'account-deleted', to: email, data: { name } }, { tx });
  });
}
