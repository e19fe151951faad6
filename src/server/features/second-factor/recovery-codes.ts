import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { recoveryCodeCount } from '#contract/factors.ts';
import type { Actor } from '../../actor.ts';
import type { Transaction } from '../../adapters/db/database.ts';
import { factors, recoveryCodes } from '../../adapters/db/schema/factors.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { tellOwner } from './tell-owner.ts';

/** Without letters and digits that are taken for each other on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(0, alphabet.length)]).join('');
  return `${group()}-${group()}`;
}

/** However it was typed: case, spaces and the dash do not matter. */
export function recoveryHash(sealing: Deps['sealing'], userId: string, code: string): string {
  return sealing.hash(`${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`, 'recovery-code');
}

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
    .values(codes.map((code) => ({ userId, codeHash: recoveryHash(sealing, userId, code) })));
  return codes;
}

export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'sealing' | 'queue'>,
  { userId }: Actor,
): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const kept = await tx
      .select({ status: factors.status })
      .from(factors)
      .where(eq(factors.userId, userId))
      .for('update');
    if (!kept.some(({ status }) => status === 'verified')) throw new AppError('conflict');
    const codes = await replaceRecoveryCodes(tx, deps, userId);
    await tellOwner(tx, deps, { userId, event: 'recovery_codes_renewed' });
    return codes;
  });
}
