import type { AuthHooks } from '../../../adapters/auth/better-auth.ts';
import type { Deps } from '../../../deps.ts';
import { syncProfileEmail } from '../../profile/ensure-profile.ts';
import { endOtherSessions } from '../sessions/list-and-end-sessions.ts';
import { deletePendingLinks } from './sign-in-links.ts';

/**
 * Ends the other sessions and links, because the holder of the old address and a forgotten browser must lose access.
 * Keeps the session that made the change.
 */
export async function handleEmailChange(
  deps: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, newEmail, sessionId }: Parameters<AuthHooks['onEmailChanged']>[0],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const left = await syncProfileEmail(deps, { userId, newEmail, tx });
    if (left === undefined) return;
    await deletePendingLinks(deps, { email: left, userId, tx });
    if (sessionId !== undefined) await endOtherSessions({ db: tx }, { userId, sessionId });
  });
}
