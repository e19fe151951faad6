import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingCustomers, billingEvents } from '../../../adapters/db/schema/billing.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { JobOutcome } from '../../../jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { syncAndEndLapsed } from './sync-and-end-lapsed.ts';
import type { Synced } from './sync-held.ts';
import { withCustomerLease } from './with-customer-lease.ts';

/** Writes down what Stripe says of a user. */
export async function syncCustomer(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Pick<Synced, 'areRefundsLeft'>> {
  return withCustomerLease(deps, userId, (held) => syncAndEndLapsed(deps, held));
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of a customer that was made when the process was killed before it could write that down. */
async function adopt(deps: BillingDeps, customerId: string): Promise<string | undefined> {
  const userId = await deps.payments?.userOf(customerId);
  if (userId === undefined || !idPattern.test(userId)) return undefined;
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (user === undefined) return undefined;
  await deps.db.insert(billingCustomers).values({ userId }).onConflictDoNothing();
  const adopted = await deps.db
    .update(billingCustomers)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(billingCustomers.userId, userId), isNull(billingCustomers.stripeCustomerId)))
    .returning({ userId: billingCustomers.userId });
  return adopted[0]?.userId;
}

/** What an event leads to. It says only about whom; what is true is asked for. */
export async function syncByCustomerId(
  deps: BillingDeps,
  { customerId }: { customerId: string },
): Promise<JobOutcome> {
  if (deps.payments === undefined) return 'stale';
  const beganAt = deps.now();
  const [row] = await deps.db
    .select({ userId: billingCustomers.userId })
    .from(billingCustomers)
    .where(eq(billingCustomers.stripeCustomerId, customerId));
  const userId = row?.userId ?? (await adopt(deps, customerId));
  if (userId === undefined) deps.log.warn({ customerId }, 'a payment customer belongs to no account');
  const areRefundsLeft = userId !== undefined && (await syncCustomer(deps, { userId })).areRefundsLeft;
  await deps.db
    .update(billingEvents)
    .set({ handledAt: deps.now() })
    .where(
      and(
        eq(billingEvents.stripeCustomerId, customerId),
        isNull(billingEvents.handledAt),
        lte(billingEvents.receivedAt, beganAt),
      ),
    );
  // The queue's own retries bring the next try within seconds, and not within the hour.
  if (areRefundsLeft) throw new AppError('payments_unavailable');
  return userId === undefined ? 'stale' : 'completed';
}
