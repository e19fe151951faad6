import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Passed } from '#contract/factors.ts';
import type { Actor } from '../../../actor.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';
import { recoveryCodes } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { countGuess, forgiveGuess } from './count-guess.ts';
import { holdAccount } from './hold-account.ts';
import { mailFactorNotice } from './mail-factor-notice.ts';
import { recoveryHashes } from './recovery-codes.ts';

/** In the place of a factor that is lost. Each opens once, also when two tabs send it together. */
export async function useRecoveryCode(
  deps: Pick<Deps, 'db' | 'sealing' | 'queue' | 'now'>,
  actor: Actor,
  code: string,
): Promise<Passed> {
  const { db, now } = deps;
  const { userId, sessionId } = actor;
  await countGuess(deps, userId);
  const hashes = await recoveryHashes(deps, userId, code);
  await db.transaction(async (tx) => {
    await holdAccount(tx, actor);
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
  await forgiveGuess(deps, userId);
  return { aal: 'aal2', recovery_codes: null };
}
