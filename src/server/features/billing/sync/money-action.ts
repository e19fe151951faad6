import { and, eq, gt, ne, or } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { type BillingAction, billingAudit } from '../../../adapters/db/schema/billing.ts';
import { isRefusal } from '../../../adapters/payments/stripe-errors.ts';
import type { Deps } from '../../../deps.ts';
import type { CustomerLease } from './with-customer-lease.ts';

/** Stripe forgets a key after a day; before that the same key is the same question. */
const keyLifetimeMs = 23 * 3_600_000;

type Action<T> = Readonly<{
  action: BillingAction;
  /** What exactly is asked for: the same subject again is the same question again. */
  subject: string;
  amountCents?: number;
  call: (key: string) => Promise<T>;
  stripeId: (answer: T) => string | undefined;
  /** Whom it concerns is told in the transaction that writes the outcome down. */
  tell?: (outcome: 'done' | 'refused', tx: Transaction) => Promise<void>;
}>;

type Question = Pick<Action<unknown>, 'action' | 'subject' | 'amountCents'>;
type Asking = { userId: string; now: Date; question: Question };

/** The row of the same question whose answer never came, or a new one. */
async function askedRow(tx: Transaction, { userId, now, question }: Asking) {
  const { action, subject, amountCents = null } = question;
  const open = and(eq(billingAudit.userId, userId), eq(billingAudit.outcome, 'asked'));
  const same = and(eq(billingAudit.action, action), eq(billingAudit.subject, subject));
  const [known] = await tx
    .select({ id: billingAudit.id })
    .from(billingAudit)
    .where(and(open, same, gt(billingAudit.askedAt, new Date(now.getTime() - keyLifetimeMs))));
  if (known !== undefined) return known.id;
  // Something newer makes the older question another one: its key must not answer for it later. What is to be given
  // back stays asked for until it has been.
  await tx
    .update(billingAudit)
    .set({ outcome: 'unknown', finishedAt: now })
    .where(and(open, or(ne(billingAudit.action, 'refund'), same)));
  const [made] = await tx
    .insert(billingAudit)
    .values({ userId, action, subject, amountCents, askedAt: now })
    .returning({ id: billingAudit.id });
  if (made === undefined) throw new Error('an audit row was not made');
  return made.id;
}

/** Several at once or none: what is written down together is done together, whoever is killed in between. */
export async function writeDown(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: CustomerLease,
  questions: readonly Question[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const question of questions) await askedRow(tx, { userId, now: now(), question });
  });
}

/** Whatever moves money or a plan: written down before it is asked for and after it was answered, asked for once. */
export async function moneyAction<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  held: CustomerLease,
  action: Action<T>,
): Promise<T> {
  const asking = { userId: held.userId, now: deps.now(), question: action };
  const id = await deps.db.transaction((tx) => askedRow(tx, asking));
  const finish = (outcome: 'done' | 'refused', stripeId?: string) =>
    deps.db.transaction(async (tx) => {
      await tx
        .update(billingAudit)
        .set({ outcome, stripeId: stripeId ?? null, finishedAt: deps.now() })
        .where(eq(billingAudit.id, id));
      await action.tell?.(outcome, tx);
    });
  try {
    const answer = await action.call(id);
    await finish('done', action.stripeId(answer));
    return answer;
  } catch (error) {
    if (isRefusal(error)) await finish('refused');
    throw error;
  }
}
