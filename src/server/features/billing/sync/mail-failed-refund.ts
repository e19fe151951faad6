import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingAudit } from '../../../adapters/db/schema/billing.ts';
import type { FailedRefund } from '../../../adapters/payments/payments.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { BillingDeps } from '../billing-deps.ts';

/**
 * The bank sent back what Stripe had taken as refunded, days later: a card that ended meanwhile. Stripe tries no more, so
 * whoever was told that their money comes hears that it does not, and somebody is told to send it another way.
 */
export async function mailFailedRefund(
  deps: BillingDeps,
  { paymentIntentId, amountCents }: FailedRefund,
  tx: Transaction,
): Promise<void> {
  const [asked] = await tx
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(billingAudit)
    .innerJoin(users, eq(users.id, billingAudit.userId))
    .where(and(eq(billingAudit.subject, paymentIntentId), eq(billingAudit.action, 'refund')))
    .orderBy(desc(billingAudit.askedAt))
    .limit(1);
  deps.log.error({ userId: asked?.userId, paymentIntentId }, 'a refund came back from the bank');
  if (asked === undefined) return;
  const { name, email } = asked;
  const data = { name, email, amountCents, paymentIntentId };
  await queueMail(deps, { template: 'refund-returned', to: deps.config.mail.supportAddress, data }, { tx });
  await queueMail(deps, { template: 'refund-stuck', to: email, data: { name, amountCents } }, { tx });
}
