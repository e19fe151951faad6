import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { codeLength, wrongCodesAllowed } from '#contract/factors.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import { proofCodes } from '#server/adapters/db/schema/auth.ts';
import { isSameSecret, makeDigits } from '#server/adapters/secrets/sealing.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { errorTraits } from '#server/errors/error-traits.ts';
import { requireWithinLimit, undoHit } from '#server/features/limits/rate-limit.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { findRequiredProof, recordProof, wrongCodeError } from './proof.ts';

const windowMs = 15 * minuteMs;
const wrongPasswordsAllowed = 5;

/** Counts the try before checking the password, so that parallel guesses cannot exceed the limit. */
async function tryPassword(deps: Pick<Deps, 'auth' | 'db'>, userId: string, password: string) {
  const key = `${userId}:current-password`;
  await requireWithinLimit(deps, { key, windowMs, limit: 'current-password', max: wrongPasswordsAllowed });
  if (!(await deps.auth.passwords.matches(userId, password)))
    throw new AppError('wrong_password', { fields: { current_password: errorTraits.wrong_password.text } });
  await undoHit(deps, key, { all: true });
}

/** Returns true if the password alone is the required proof. */
export async function proveByPassword(
  deps: Pick<Deps, 'auth' | 'db' | 'now'>,
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  password: string,
): Promise<boolean> {
  const way = await findRequiredProof(deps, actor.userId);
  if (way === 'email') return false;
  await tryPassword(deps, actor.userId, password);
  if (way !== 'password') return false;
  await recordProof(deps, actor);
  return true;
}

const lifetimeMs = 10 * minuteMs;

type Holder = Pick<Actor, 'userId' | 'sessionId'>;

/** Bound to its session: a code mailed for one session proves nothing in another. */
const hashOf = ({ sealing }: Pick<Deps, 'sealing'>, { sessionId }: Holder, code: string) =>
  sealing.hash(`${sessionId}:${code}`, 'proof-code');

/** For an account with neither password nor second factor: only the mailbox can prove its owner. */
export async function mailProofCode(
  deps: Pick<Deps, 'auth' | 'db' | 'now' | 'queue' | 'sealing'>,
  actor: Holder,
): Promise<void> {
  const { userId, sessionId } = actor;
  if ((await findRequiredProof(deps, userId)) !== 'email') throw new AppError('forbidden');
  const code = makeDigits(codeLength);
  const fresh = {
    codeHash: hashOf(deps, actor, code),
    wrongCodes: 0,
    expiresAt: new Date(deps.now().getTime() + lifetimeMs),
  };
  await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === undefined) throw new AppError('unauthenticated');
    await tx
      .insert(proofCodes)
      .values({ sessionId, ...fresh })
      .onConflictDoUpdate({ target: proofCodes.sessionId, set: fresh });
    const { name, email } = user;
    await queueMail(deps, { template: 'proof-code', to: email, data: { name, code } }, { tx });
  });
}

/** Counts the try before comparing the code, so that parallel guesses cannot exceed the limit. */
export async function proveByEmail(
  deps: Pick<Deps, 'auth' | 'db' | 'now' | 'sealing'>,
  actor: Holder,
  code: string,
): Promise<void> {
  const { db, now } = deps;
  const ofSession = eq(proofCodes.sessionId, actor.sessionId);
  if ((await findRequiredProof(deps, actor.userId)) !== 'email') throw new AppError('forbidden');
  const [kept] = await db
    .update(proofCodes)
    .set({ wrongCodes: sql`${proofCodes.wrongCodes} + 1` })
    .where(and(ofSession, gt(proofCodes.expiresAt, now()), lt(proofCodes.wrongCodes, wrongCodesAllowed)))
    .returning();
  if (kept === undefined) throw new AppError('challenge_over');
  if (!isSameSecret(hashOf(deps, actor, code), kept.codeHash))
    throw wrongCodeError(wrongCodesAllowed - kept.wrongCodes);
  await db.transaction(async (tx) => {
    const used = await tx
      .delete(proofCodes)
      .where(and(ofSession, eq(proofCodes.codeHash, kept.codeHash)))
      .returning({ sessionId: proofCodes.sessionId });
    if (used.length === 0) throw new AppError('challenge_over');
    await recordProof({ db: tx, now }, actor);
  });
}
