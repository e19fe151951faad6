import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { type FactorVerified, wrongCodesAllowed } from '#contract/factors.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { factorChallenges, factors, recoveryCodes, sessions } from '#server/adapters/db/schema/auth.ts';
import { isSameSecret } from '#server/adapters/secrets/sealing.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requireProof, wrongCodeError } from '../proof/proof.ts';
import { lockAccount, lockAccountAtFullLevel, mailFactorNotice } from './factor-changes.ts';
import { decryptFactor, type FactorRow, findOwnFactor, requireSecondFactorFirst } from './factors.ts';
import { countGuess, undoGuess } from './guess-limit.ts';
import { makeRecoveryCodes, type NewRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { hashSmsCode } from './start-challenge.ts';

const stepMs = 30_000;

type Needs = Pick<Deps, 'db' | 'sealing' | 'queue' | 'now'>;
type Given = { factorId: string; challengeId: string; code: string };
type ChallengeRow = typeof factorChallenges.$inferSelect;

/** Counts one try on the challenge. A finished challenge, or one of another session, has none. */
async function countAttempt({ db, now }: Needs, { sessionId }: Actor, given: Given): Promise<ChallengeRow> {
  const [challenge] = await db
    .update(factorChallenges)
    .set({ wrongCodes: sql`${factorChallenges.wrongCodes} + 1` })
    .where(
      and(
        eq(factorChallenges.id, given.challengeId),
        eq(factorChallenges.factorId, given.factorId),
        eq(factorChallenges.sessionId, sessionId),
        isNull(factorChallenges.usedAt),
        gt(factorChallenges.expiresAt, now()),
        lt(factorChallenges.wrongCodes, wrongCodesAllowed),
      ),
    )
    .returning();
  if (challenge === undefined) throw new AppError('challenge_over');
  return challenge;
}

/** Returns true once per time step: the same code, or an older one, never works again. */
async function isValidTotp(deps: Needs, factor: FactorRow, code: string): Promise<boolean> {
  const { db, now } = deps;
  const totp = new TOTP({ secret: Secret.fromBase32(decryptFactor(deps, factor)) });
  const timestamp = now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / stepMs) + delta;
  const used = await db
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.id, factor.id), or(isNull(factors.lastStep), lt(factors.lastStep, step))))
    .returning({ id: factors.id });
  return used.length === 1;
}

const isValidSmsCode = ({ sealing }: Needs, { id, codeHash }: ChallengeRow, code: string) =>
  isSameSecret(hashSmsCode(sealing, id, code), codeHash ?? '');

async function createFirstRecoveryCodes(
  tx: Transaction,
  userId: string,
  made: NewRecoveryCodes,
): Promise<string[] | null> {
  const existing = await tx
    .select({ id: recoveryCodes.id })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .limit(1);
  return existing.length > 0 ? null : replaceRecoveryCodes(tx, userId, made);
}

/** A correct code raises this session to aal2 and verifies an unverified factor. */
export async function verifyFactor(deps: Needs, actor: Actor, given: Given): Promise<FactorVerified> {
  const { db, now } = deps;
  const factor = await findOwnFactor(deps, actor, given.factorId);
  requireSecondFactorFirst(actor, factor);
  // A new factor locks its owner out if a stranger at an open screen adds it.
  if (factor.status === 'unverified') requireProof(deps, actor);
  const challenge = await countAttempt(deps, actor, given);
  await countGuess(deps, actor.userId);
  const isRight =
    factor.factorType === 'totp'
      ? await isValidTotp(deps, factor, given.code)
      : isValidSmsCode(deps, challenge, given.code);
  if (!isRight) throw wrongCodeError(wrongCodesAllowed - challenge.wrongCodes);

  const made = factor.status === 'verified' ? undefined : await makeRecoveryCodes(actor.userId);
  const passed = await db.transaction(async (tx): Promise<FactorVerified> => {
    await (factor.status === 'verified' ? lockAccount : lockAccountAtFullLevel)(tx, actor);
    const taken = await tx
      .update(factorChallenges)
      .set({ usedAt: now() })
      .where(and(eq(factorChallenges.id, challenge.id), isNull(factorChallenges.usedAt)))
      .returning({ id: factorChallenges.id });
    if (taken.length === 0) throw new AppError('challenge_over');
    // An unverified factor proves no identity, because this same session displayed its secret.
    const proof = factor.status === 'verified' ? { provedAt: now() } : {};
    await tx
      .update(sessions)
      .set({ aal: 'aal2', ...proof })
      .where(eq(sessions.id, actor.sessionId));
    const proved = await tx
      .update(factors)
      .set({ status: 'verified', updatedAt: now() })
      .where(and(eq(factors.id, factor.id), eq(factors.status, 'unverified')))
      .returning({ id: factors.id });
    if (proved.length === 0) return { aal: 'aal2', recovery_codes: null };
    await mailFactorNotice(tx, deps, { userId: actor.userId, event: 'second_factor_added' });
    return {
      aal: 'aal2',
      recovery_codes: made === undefined ? null : await createFirstRecoveryCodes(tx, actor.userId, made),
    };
  });
  await undoGuess(deps, actor.userId);
  return passed;
}
