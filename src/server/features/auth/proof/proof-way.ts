import { and, eq } from 'drizzle-orm';
import type { ProofWay } from '#contract/proof.ts';
import { factors } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';

/** The strongest proof that the account has: a password alone must not be able to remove a second factor. */
export async function proofWayOf({ auth, db }: Pick<Deps, 'auth' | 'db'>, userId: string): Promise<ProofWay> {
  const [verified] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1);
  if (verified !== undefined) return 'second_factor';
  return (await auth.passwords.has(userId)) ? 'password' : 'email';
}
