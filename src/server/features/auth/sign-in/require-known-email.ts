import { eq } from 'drizzle-orm';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

/** The one place that tells whether an account exists, in the product's own words: decision 009. */
export async function requireKnownEmail({ db }: Pick<Deps, 'db'>, email: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw new AppError('account_not_found');
}

/** Between the request for a change and its last link somebody else may have signed up with the address. */
export async function refuseTakenEmail({ db }: Pick<Deps, 'db'>, email: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (user !== undefined) throw new AppError('email_taken');
}
