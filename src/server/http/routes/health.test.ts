import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

test('the server stays ready while every connection of the pool is busy', async () => {
  await using product = await startTestProduct({ DATABASE_POOL_MAX: '2' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  const holders = holding.map(({ resolve }) =>
    product.deps.db.transaction(async (tx) => {
      await tx.execute('select 1');
      resolve();
      await held;
    }),
  );
  await Promise.all(holding.map(({ promise }) => promise));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${product.url}/health/ready`).then(({ status }) => status)),
  );
  release();
  await Promise.all(holders);
  expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
}, 30_000);

test('the server stays ready while a busy machine delays the answer of the database by seconds', async () => {
  await using product = await startTestProduct();
  const ready = () => fetch(`${product.url}/health/ready`).then(({ status }) => status);
  // Opens the connection of the readiness check.
  expect(await ready()).toBe(200);
  const { rows } = await product.deps.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and query = 'select 1'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  try {
    const asking = ready();
    await delay(3_000);
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    expect(await asking).toBe(200);
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  }
}, 60_000);
