import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';
import { factors, recoveryCodes } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { notFoundTexts } from '../../../errors/not-found-texts.ts';
import { requireProof } from '../proof/require-proof.ts';
import { holdAccountAtFullLevel } from './hold-account.ts';
import { mailFactorNotice } from './mail-factor-notice.ts';

export async function removeFactor(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { userId } = actor;
  await deps.db.transaction(async (tx) => {
    await holdAccountAtFullLevel(tx, actor);
    const [removed] = await tx
      .delete(factors)
      .where(and(eq(factors.id, id), eq(factors.userId, userId)))
      .returning({ status: factors.status });
    if (removed === undefined) throw new AppError('not_found', { text: notFoundTexts.factor });
    // One that was only begun protects nothing, and may be taken back at any time.
    if (removed.status === 'unverified') return;
    requireProof(deps, actor);
    await mailFactorNotice(tx, deps, { userId, event: 'second_factor_removed' });
    const [left] = await tx
      .select({ id: factors.id })
      .from(factors)
      .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
      .limit(1);
    if (left !== undefined) return;
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    // A session that passed the old factor has not passed the next one that the account may get.
    await tx.update(sessions).set({ aal: 'aal1' }).where(eq(sessions.userId, userId));
  });
}
