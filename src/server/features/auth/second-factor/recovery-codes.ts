import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type FactorVerified, recoveryCodeCount } from '#contract/factors.ts';
import type { Actor } from '#server/actor.ts';
import { hasVerifiedFactor } from '#server/adapters/auth/account-rows.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { recoveryCodes, sessions } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requireProof } from '../proof/proof.ts';
import { lockAccount, lockAccountAtFullLevel, mailFactorNotice } from './factor-changes.ts';
import { countGuess, undoGuess } from './guess-limit.ts';

/** Leaves out letters and digits that look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(0, alphabet.length)]).join('');
  return `${group()}-${group()}`;
}

/** For codes from before scrypt hashing: they work only while their secret is configured. */
const hashPurpose = 'recovery-code';

export const scryptPrefix = 'scrypt$';
const saltBytes = 16;
const hashBytes = 32;
const hashOf = promisify<string, Buffer, number, Buffer>(scrypt);

/** Normalizes a typed code: case, spaces and the dash do not matter. */
const plain = (userId: string, code: string) => `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`;

/**
 * Does not use the session secret, so that a code still works when that secret is lost along with every sealed
 * factor. A copy of the table reveals no code: there are 2^49 of them, and each guess costs one scrypt run.
 */
async function scryptHash(text: string, salt: Buffer): Promise<string> {
  const hash = await hashOf(text, salt, hashBytes);
  return `${scryptPrefix}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const saltOf = (codeHash: string) => (codeHash.startsWith(scryptPrefix) ? codeHash.split('$')[1] : undefined);

/** Returns the hashes under which a code may be stored. All codes of one account share their salt. */
async function candidateRecoveryHashes(
  { db, sealing }: Pick<Deps, 'sealing'> & { db: Database | Transaction },
  userId: string,
  code: string,
): Promise<string[]> {
  const codes = await db
    .select({ codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  const salts = new Set(codes.map(({ codeHash }) => saltOf(codeHash)).filter((salt) => salt !== undefined));
  const text = plain(userId, code);
  const hashes = [...salts].map((salt) => scryptHash(text, Buffer.from(salt, 'base64url')));
  return [...sealing.hashesKept(text, hashPurpose), ...(await Promise.all(hashes))];
}

export type NewRecoveryCodes = Readonly<{ codes: string[]; hashes: string[] }>;

/** Call this before the transaction that stores the codes: ten scrypt runs must not hold its locks. */
export async function makeRecoveryCodes(userId: string): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  const salt = randomBytes(saltBytes);
  return {
    codes,
    hashes: await Promise.all(codes.map((code) => scryptHash(plain(userId, code), salt))),
  };
}

/** Replaces all former codes by ten new ones and stores only their hashes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  { codes, hashes }: NewRecoveryCodes,
): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
  return codes;
}

export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'queue' | 'now'>,
  actor: Actor,
): Promise<string[]> {
  requireProof(deps, actor);
  const { userId } = actor;
  const made = await makeRecoveryCodes(userId);
  return deps.db.transaction(async (tx) => {
    await lockAccountAtFullLevel(tx, actor);
    if (!(await hasVerifiedFactor(tx, userId))) throw new AppError('conflict');
    const codes = await replaceRecoveryCodes(tx, userId, made);
    await mailFactorNotice(tx, deps, { userId, event: 'recovery_codes_renewed' });
    return codes;
  });
}

/** Stands in for a lost factor. Each code works once, even if two tabs send it at the same time. */
export async function useRecoveryCode(
  deps: Pick<Deps, 'db' | 'sealing' | 'queue' | 'now'>,
  actor: Actor,
  code: string,
): Promise<FactorVerified> {
  const { db, now } = deps;
  const { userId, sessionId } = actor;
  await countGuess(deps, userId);
  const hashes = await candidateRecoveryHashes(deps, userId, code);
  await db.transaction(async (tx) => {
    await lockAccount(tx, actor);
    const used = await tx
      .update(recoveryCodes)
      .set({ usedAt: now() })
      .where(
        and(
          eq(recoveryCodes.userId, userId),
          inArray(recoveryCodes.codeHash, hashes),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ id: recoveryCodes.id });
    if (used.length === 0)
      throw new AppError('code_wrong', { text: 'Este código de recuperação não vale ou já foi usado.' });
    await tx.update(sessions).set({ aal: 'aal2', provedAt: now() }).where(eq(sessions.id, sessionId));
    await mailFactorNotice(tx, deps, { userId, event: 'recovery_code_used' });
  });
  await undoGuess(deps, userId);
  return { aal: 'aal2', recovery_codes: null };
}
