import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { billingCustomers, billingEvents } from '#server/adapters/db/schema/billing.ts';
import { AppError } from '#server/errors/app-error.ts';
import type { JobOutcome } from '#server/jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { syncAndEndLapsed } from './sync-and-end-lapsed.ts';
import type { Synced } from './sync-held.ts';
import { withCustomerLease } from './with-customer-lease.ts';

/** Stores Stripe's state of a user. */
export async function syncCustomer(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Pick<Synced, 'areRefundsLeft'>> {
  return withCustomerLease(deps, userId, (held) => syncAndEndLapsed(deps, held));
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Links a customer that Stripe created when the process died before it could store the id. */
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

/** Handles an event. It only names the customer; the state comes from Stripe. */
export async function syncBillingCustomer(
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
  if (userId === undefined) deps.log.warn({ customerId }, 'a Stripe customer belongs to no account');
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
  // The queue retries within seconds instead of an hour.
  if (areRefundsLeft) throw new AppError('payments_unavailable');
  return userId === undefined ? 'stale' : 'completed';
}
