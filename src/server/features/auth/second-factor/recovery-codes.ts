import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type FactorVerified, recoveryCodeCount } from '#contract/factors.ts';
import type { Actor } from '../../../actor.ts';
import type { Database, Transaction } from '../../../adapters/db/database.ts';
import { factors, recoveryCodes, sessions } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { requireProof } from '../proof/proof.ts';
import { countGuess, undoGuess } from './guess-limit.ts';
import { lockAccount, lockAccountAtFullLevel } from './lock-account.ts';
import { mailFactorNotice } from './mail-factor-notice.ts';

/** Without letters and digits that are taken for each other on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(0, alphabet.length)]).join('');
  return `${group()}-${group()}`;
}

/** Of codes from before they were hashed by scrypt: they count only while their secret is known here. */
const hashPurpose = 'recovery-code';

export const scryptPrefix = 'scrypt$';
const saltBytes = 16;
const hashBytes = 32;
const hashOf = promisify<string, Buffer, number, Buffer>(scrypt);

/** However it was typed: case, spaces and the dash do not matter. */
const plain = (userId: string, code: string) => `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`;

/**
 * Without the secret of the sessions, so that a code still opens when that secret was lost and with it every sealed
 * factor. A copy of the table gives no code away: there are 2^49 of them, and each guess costs a run of scrypt.
 */
async function scryptHash(text: string, salt: Buffer): Promise<string> {
  const hash = await hashOf(text, salt, hashBytes);
  return `${scryptPrefix}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const saltOf = (codeHash: string) => (codeHash.startsWith(scryptPrefix) ? codeHash.split('$')[1] : undefined);

/** What the hash of a code may be among those that are kept. The codes of one account share their salt. */
export async function candidateRecoveryHashes(
  { db, sealing }: Pick<Deps, 'sealing'> & { db: Database | Transaction },
  userId: string,
  code: string,
): Promise<string[]> {
  const kept = await db
    .select({ codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  const salts = new Set(kept.map(({ codeHash }) => saltOf(codeHash)).filter((salt) => salt !== undefined));
  const text = plain(userId, code);
  const hashes = [...salts].map((salt) => scryptHash(text, Buffer.from(salt, 'base64url')));
  return [...sealing.hashesKept(text, hashPurpose), ...(await Promise.all(hashes))];
}

export type NewRecoveryCodes = Readonly<{ codes: string[]; hashes: string[] }>;

/** Made before the transaction that keeps them: ten runs of scrypt must not hold its locks. */
export async function makeRecoveryCodes(userId: string): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  const salt = randomBytes(saltBytes);
  return {
    codes,
    hashes: await Promise.all(codes.map((code) => scryptHash(plain(userId, code), salt))),
  };
}

/** Ten new ones in the place of all before; only their hashes are kept. */
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
    const [verified] = await tx
      .select({ id: factors.id })
      .from(factors)
      .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
      .limit(1);
    if (verified === undefined) throw new AppError('conflict');
    const codes = await replaceRecoveryCodes(tx, userId, made);
    await mailFactorNotice(tx, deps, { userId, event: 'recovery_codes_renewed' });
    return codes;
  });
}

/** In the place of a factor that is lost. Each opens once, also when two tabs send it together. */
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
