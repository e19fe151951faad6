import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { recoveryCodeCount } from '#contract/factors.ts';
import type { Actor } from '../../actor.ts';
import type { Transaction } from '../../adapters/db/database.ts';
import { factors, recoveryCodes } from '../../adapters/db/schema/factors.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { holdAccountAtFullLevel } from './hold-account.ts';
import { tellOwner } from './tell-owner.ts';

/** Without letters and digits that are taken for each other on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(0, alphabet.length)]).join('');
  return `${group()}-${group()}`;
}

const hashPurpose = 'recovery-code';

/** However it was typed: case, spaces and the dash do not matter. */
const plain = (userId: string, code: string) => `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`;

/** A hash cannot be made anew without its code: one of a secret from before counts while that secret is told to us. */
export const recoveryHashes = (sealing: Deps['sealing'], userId: string, code: string): string[] =>
  sealing.hashesKept(plain(userId, code), hashPurpose);

/** Ten new ones in the place of all before; only their hashes are kept. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { sealing }: Pick<Deps, 'sealing'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: sealing.hash(plain(userId, code), hashPurpose) })));
  return codes;
}

export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'sealing' | 'queue'>,
  actor: Actor,
): Promise<string[]> {
  const { userId } = actor;
  return deps.db.transaction(async (tx) => {
    await holdAccountAtFullLevel(tx, actor);
    const [verified] = await tx
      .select({ id: factors.id })
      .from(factors)
      .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
      .limit(1);
    if (verified === undefined) throw new AppError('conflict');
    const codes = await replaceRecoveryCodes(tx, deps, userId);
    await tellOwner(tx, deps, { userId, event: 'recovery_codes_renewed' });
    return codes;
  });
}
