import type { Deps } from '../../../deps.ts';
import { followEmail } from '../../profile/follow-email.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { dropPendingLinks } from './drop-pending-links.ts';

type Change = {
  userId: string;
  newEmail: string;
  /** By which it was done: it alone goes on. */
  sessionId: string | undefined;
};

/** Who still holds the old address, or a browser that was left open, is not in any more. */
export async function followEmailChange(
  deps: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, newEmail, sessionId }: Change,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const left = await followEmail(deps, { userId, newEmail, tx });
    if (left === undefined) return;
    await dropPendingLinks(deps, { email: left, userId, tx });
    if (sessionId !== undefined) await endOtherSessions({ db: tx }, { userId, sessionId });
  });
}
