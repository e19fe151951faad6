import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dayMs } from '#domain/format/durations.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '#server/adapters/db/schema/messages.ts';
import { jobHandlers } from '#server/worker/jobs.ts';
import { jobContext } from '#tests/helpers/job-context.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

test('the hourly sweep deletes messages and interests after two years, and rate limit windows after a day', async () => {
  await using product = await startTestProduct();
  const { db } = product.deps;
  const rows = [
    { email: 'velha@exemplo.com', createdAt: new Date(Date.now() - 732 * dayMs) },
    { email: 'nova@exemplo.com', createdAt: new Date(Date.now() - 728 * dayMs) },
  ].map((row) => ({ name: 'Ana', message: 'Uma mensagem', ...row }));
  const tables = [contactMessages, feedbackMessages, premiumInterests];
  for (const table of tables) await db.insert(table).values(rows);
  await db.execute(sql`
    insert into rate_limits (key, window_started_at, hits)
    select 'over-' || n, now() - interval '25 hours', 1 from generate_series(1, 15) as n`);
  await db.execute(
    sql`insert into rate_limits (key, window_started_at, hits) values ('running', now() - interval '23 hours', 1)`,
  );

  expect(await jobHandlers(product.deps).sweep({}, jobContext())).toBe('completed');
  for (const table of tables)
    expect(await db.select({ email: table.email }).from(table)).toEqual([{ email: 'nova@exemplo.com' }]);
  const { rows: windows } = await db.execute(sql`select key from rate_limits where key ~ '^(over|running)'`);
  expect(windows).toEqual([{ key: 'running' }]);
});
