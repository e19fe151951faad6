import { and, eq } from 'drizzle-orm';
import type { Factor } from '#contract/factors.ts';
import type { Actor } from '../../../actor.ts';
import { factors } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { notFoundTexts } from '../../../errors/not-found-texts.ts';

export type FactorRow = typeof factors.$inferSelect;

export async function ownFactor({ db }: Pick<Deps, 'db'>, { userId }: Actor, id: string): Promise<FactorRow> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)));
  if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.factor });
  return row;
}

/** A factor that is not proved yet is nobody's way in: whoever owes one they have cannot prove another. */
export function refuseDetour({ level, nextLevel }: Actor, { status }: FactorRow) {
  if (status === 'unverified' && level !== nextLevel) throw new AppError('second_factor_required');
}

/** The TOTP secret or the phone number. Sealed with a secret that is not known here, no code can open this factor. */
export function openFactor({ sealing }: Pick<Deps, 'sealing'>, { sealed }: FactorRow): string {
  try {
    return sealing.openKept(sealed, 'factor');
  } catch (error) {
    throw new AppError('factor_unreadable', { cause: error });
  }
}

const shownDigits = 4;

export function present(row: FactorRow, { sealing }: Pick<Deps, 'sealing'>): Factor {
  // An unreadable one is still listed, so that its owner can remove it.
  const phone = row.factorType === 'phone' ? sealing.openIfKnown(row.sealed, 'factor') : undefined;
  return {
    id: row.id,
    factor_type: row.factorType,
    friendly_name: row.friendlyName,
    status: row.status,
    phone: phone === undefined ? null : phone.slice(-shownDigits),
    created_at: row.createdAt.toISOString(),
  };
}
