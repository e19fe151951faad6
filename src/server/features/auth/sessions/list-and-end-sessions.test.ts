import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jobHandlers } from '#server/worker/jobs.ts';
import { jobContext } from '#tests/helpers/job-context.ts';
import { callAuth, signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

test('the hourly sweep deletes expired sessions and links, and no others', async () => {
  await using product = await startTestProduct();
  const ana = await signedInUser(product);
  const [old, fresh] = [await signInAgain(product, ana.account), await signInAgain(product, ana.account)];
  const { email } = ana.account;
  for (const path of ['/sign-in/magic-link', '/request-password-reset'])
    expect((await callAuth(product, path, { body: { email } })).status).toBe(200);
  const { db } = product.deps;
  await db.execute(
    sql`update sessions set expires_at = now() - interval '25 hours' where id = ${old.sessionId}`,
  );
  await db.execute(
    sql`update sessions set expires_at = now() - interval '1 hour' where id = ${fresh.sessionId}`,
  );
  await db.execute(sql`
    update verifications set expires_at = now() - interval '25 hours'
    where id = (select id from verifications order by created_at limit 1)`);
  const links = async () => (await db.execute(sql`select from verifications`)).rowCount ?? 0;
  const before = await links();

  expect(await jobHandlers(product.deps).sweep({}, jobContext())).toBe('completed');
  const { rows } = await db.execute<{ id: string }>(sql`select id from sessions`);
  expect(rows.map(({ id }) => id).sort()).toEqual([ana.sessionId, fresh.sessionId].sort());
  expect(await links()).toBe(before - 1);
});
