import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../adapters/db/database.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import { AppError } from '../../../errors/app-error.ts';

/** Longer than all the calls of one action; who was killed while holding is waited out. */
const leaseMs = 90_000;
const maxWaitMs = 20_000;
const pauseMs = 100;

/** Proof that nobody else acts for this user at the moment. Only `holdingCustomer` makes one. */
export type CustomerLease = Readonly<{ userId: string; token: string }>;

async function take(db: Database, { userId, token }: CustomerLease): Promise<boolean> {
  // An account that is gone, or goes at this moment, has no billing any more.
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
 * One at a time for each user, over all processes. A lease and not an open transaction: the vendor may take its time,
 * and the connections are few.
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

/** Locks the row for a write. Who lost the lease while the vendor was slow has old news, and must not write it. */
export async function lockHeld(tx: Transaction, { userId, token }: CustomerLease) {
  const [row] = await tx
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.heldBy, token)))
    .for('update');
  if (row === undefined) throw new AppError('billing_busy');
  return row;
}
