import type { Page } from '@playwright/test';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { newAccount } from '#tests/factories.ts';
import { insertSession, insertUser } from '#tests/inserted-user.ts';
import type { startProductProcess } from './product-process.ts';

type Own = Pick<Awaited<ReturnType<typeof startProductProcess>>, 'url' | 'databaseUrl' | 'sessionSecret'>;

/** Signs a new account in at a product that only this test uses, and returns its access token. */
export async function signInAt(page: Page, { url, databaseUrl, sessionSecret }: Own) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const db = drizzle(pool);
  const account = newAccount({ name: 'Ana Beatriz' });
  const { name, email, occupation } = account;
  const userId = await insertUser({ db }, account);
  await db.insert(profiles).values({ id: userId, name, email, occupation, welcomedAt: new Date() });
  const cookie = await insertSession({ db }, { userId, secret: sessionSecret, publicUrl: url });
  await pool.end();
  await page.context().addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }]);
  const answer = await page.request.get(`${url}/api/auth/token`);
  return ((await answer.json()) as { token: string }).token;
}
