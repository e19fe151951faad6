import { and, eq } from 'drizzle-orm';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { AuthHooks } from '#server/adapters/auth/better-auth.ts';
import { accounts, sessions, users } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { ensureProfile, syncProfileEmail } from '#server/features/profile/ensure-profile.ts';
import { endOtherSessions } from '../sessions/list-and-end-sessions.ts';
import { queueConfirmationMail, queueNewEmailConfirmation } from './confirm-email.ts';
import { deletePendingLinks } from './pending-links.ts';
import { resetMailLimits } from './sign-in-mail-limits.ts';

/**
 * The new password is already set. End every session and delete every other pending link. Confirm the address,
 * because its owner received the link. Then notify the owner.
 */
async function handlePasswordReset(
  deps: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, name, email }: Parameters<AuthHooks['onPasswordReset']>[0],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await deletePendingLinks(deps, { email, userId, tx });
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
    // Concurrent sign-ins compare this timestamp: see refuseStaleSignIn.
    await tx
      .update(accounts)
      .set({ updatedAt: new Date() })
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  });
  const data = { name, event: 'password_changed' as const };
  await queueMail(deps, { template: 'security-notice', to: email, data });
}

/**
 * Ends the other sessions and links, because the holder of the old address and a forgotten browser must lose access.
 * Keeps the session that made the change.
 */
async function handleEmailChange(
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

/** Implements the product's part of each sign-in event. */
export function createAuthHooks(deps: Pick<Deps, 'db' | 'queue' | 'sealing'>): AuthHooks {
  return {
    sendConfirmation: (mail) => queueConfirmationMail(deps, mail),
    sendNewEmailConfirmation: (mail) => queueNewEmailConfirmation(deps, mail),
    sendEmailChange: ({ name, email, newEmail, link }) =>
      queueMail(deps, { template: 'change-email', to: email, data: { name, newEmail, link } }),
    sendMagicLink: ({ email, link }) =>
      queueMail(deps, { template: 'magic-link', to: email, data: { link } }),
    sendPasswordReset: ({ name, email, link }) =>
      queueMail(deps, { template: 'reset-password', to: email, data: { name, link } }),
    onSignedIn: async (signedIn) => {
      await ensureProfile(deps, signedIn);
      const user = await findUser(deps.db, signedIn.userId);
      if (user !== undefined) await resetMailLimits(deps, user.email, ['magic-link']);
    },
    onPasswordReset: (account) => handlePasswordReset(deps, account),
    onEmailChanged: (change) => handleEmailChange(deps, change),
  };
}
