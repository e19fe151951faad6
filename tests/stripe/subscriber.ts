import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#server/adapters/db/schema/auth.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { createCheckout } from '#server/features/billing/checkout/create-checkout.ts';
import { syncCustomer } from '#server/features/billing/sync/sync-customer.ts';
import type { TestProduct } from '#tests/helpers/start-test-product.ts';
import { pressCheckout } from './stripe-controls.ts';

type Product = Pick<TestProduct, 'deps'>;
let lastNumber = 0;
/** Inserts a user with an account, without the confirmation by mail. */
export async function newUser({ deps }: Product) {
  lastNumber += 1;
  const email = `assinante.${process.pid}.${lastNumber}@exemplo.com`;
  const [user] = await deps.db.insert(users).values({ name: 'Ana', email }).returning({ id: users.id });
  const userId = user?.id ?? '';
  await deps.db.insert(profiles).values({ id: userId, name: 'Ana', email });
  return { userId, email };
}

/** Returns the current plan of a user. */
export async function planOf({ deps }: Product, { userId }: { userId: string }) {
  const [row] = await deps.db.select({ plan: profiles.plan }).from(profiles).where(eq(profiles.id, userId));
  return row?.plan;
}

export async function billingOf({ deps }: Product, { userId }: { userId: string }) {
  const [row] = await deps.db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId));
  if (row === undefined) throw new Error('this user has no billing');
  return row;
}

export async function newSubscriber(product: Product, planId = 'basic-monthly') {
  const user = await newUser(product);
  const { url } = await createCheckout(product.deps, user, { planId });
  expect((await pressCheckout(url, 'pay')).status).toBe(303);
  await syncCustomer(product.deps, user);
  expect(await planOf(product, user)).toBe(planId);
  return user;
}

/**
 * Waits until the product has handled every event and its jobs. Otherwise a late sync would see the next step
 * of a test, and a late mail would miss the count.
 */
export async function expectBillingQuiet({
  deps,
  stripe,
}: Product & { stripe: { deliver: () => Promise<unknown> } }) {
  await stripe.deliver();
  const waiting = sql`
    select name from jobs.job where name in ('sync-billing-customer', 'deliver-mail')
      and state in ('created', 'retry', 'active') and start_after <= now()`;
  await expect.poll(async () => (await deps.db.execute(waiting)).rows, { timeout: 30_000 }).toEqual([]);
}
