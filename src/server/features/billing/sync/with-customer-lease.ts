import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { AppError } from '#server/errors/app-error.ts';

/** Longer than all calls of one action. After a crash, others wait until the lease expires. */
const leaseMs = 90_000;
const maxWaitMs = 20_000;
const pauseMs = 100;

/** Proves that no other process acts for this user at the moment. Only `withCustomerLease` creates one. */
export type CustomerLease = Readonly<{ userId: string; token: string }>;

async function take(db: Database, { userId, token }: CustomerLease): Promise<boolean> {
  // A deleted account, or one being deleted, has no billing.
  await db.execute(sql`
    insert into billing_customers (user_id) select id from users where id = ${userId} on conflict do nothing
  `);
  const { rowCount } = await db.execute(sql`
    update billing_customers
    set held_by = ${token}, held_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where user_id = ${userId} and (held_until is null or held_until < clock_timestamp())
  `);
  return rowCount === 1;
}

async function exists(db: Database, userId: string) {
  const { rows } = await db.execute(sql`select 1 from billing_customers where user_id = ${userId}`);
  return rows.length > 0;
}

/**
 * Runs one billing action at a time per user, across all processes. It is a lease, not an open transaction,
 * because Stripe may be slow and connections are few.
 */
export async function withCustomerLease<T>(
  { db }: { db: Database },
  userId: string,
  work: (held: CustomerLease) => Promise<T>,
): Promise<T> {
  const held = { userId, token: randomUUID() };
  const deadlineMs = performance.now() + maxWaitMs;
  while (!(await take(db, held))) {
    if (!(await exists(db, userId))) throw new AppError('account_not_found');
    if (performance.now() > deadlineMs) throw new AppError('billing_busy');
    await delay(pauseMs);
  }
  try {
    return await work(held);
  } finally {
    await db
      .update(billingCustomers)
      .set({ heldBy: null, heldUntil: null })
      .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.heldBy, held.token)));
  }
}

/** Locks the row for a write. A holder that lost its lease has stale data and must not write it. */
export async function lockHeld(tx: Transaction, { userId, token }: CustomerLease) {
  const [row] = await tx
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.heldBy, token)))
    .for('update');
  if (row === undefined) throw new AppError('billing_busy');
  return row;
}
