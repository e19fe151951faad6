import { eq } from 'drizzle-orm';
import type { ProofWay } from '#contract/proof.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { hasVerifiedFactor } from '#server/adapters/auth/account-rows.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { sessions } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

/** A sign-in and each later proof count for this long. */
const freshForMs = 10 * minuteMs;

/** Guards against account takeover: a stolen cookie or an unlocked screen must not be enough. */
export function requireProof({ now }: Pick<Deps, 'now'>, { provedAt }: Pick<Actor, 'provedAt'>): void {
  if (now().getTime() - provedAt.getTime() > freshForMs) throw new AppError('proof_required');
}

/** The strongest proof that the account has: a password alone must not be able to remove a second factor. */
export async function findRequiredProof(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  userId: string,
): Promise<ProofWay> {
  if (await hasVerifiedFactor(db, userId)) return 'second_factor';
  return (await auth.passwords.has(userId)) ? 'password' : 'email';
}

export async function recordProof(
  { db, now }: { db: Database | Transaction } & Pick<Deps, 'now'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<void> {
  await db.update(sessions).set({ provedAt: now() }).where(eq(sessions.id, sessionId));
}

/** Says how many tries are left, or that a new code is needed. */
export function wrongCodeError(triesLeft: number): AppError {
  if (triesLeft <= 0)
    return new AppError('challenge_over', {
      text: 'Foram cinco códigos errados. Peça um novo e tente de novo.',
    });
  const tries = triesLeft === 1 ? 'Resta 1 tentativa.' : `Restam ${triesLeft} tentativas.`;
  return new AppError('code_wrong', { text: `Código incorreto. ${tries}` });
}
