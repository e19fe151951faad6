import { eq } from 'drizzle-orm';
import type { AuthHooks } from '../../../adapters/auth/better-auth.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { openProfile } from '../../profile/open-profile.ts';
import { followEmailChange } from './follow-email-change.ts';
import { followPasswordReset } from './follow-password-reset.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { sendNewEmailConfirmation } from './send-new-email-confirmation.ts';
import { endMailPauses } from './sign-in-mails.ts';

/** What the product does at each moment of the sign-in that is not the sign-in's own business. */
export function authHooks(deps: Pick<Deps, 'db' | 'queue' | 'sealing'>): AuthHooks {
  return {
    sendConfirmation: (mail) => sendConfirmation(deps, mail),
    sendNewEmailConfirmation: (mail) => sendNewEmailConfirmation(deps, mail),
    sendEmailChange: ({ name, email, newEmail, link }) =>
      queueMail(deps, { template: 'change-email', to: email, data: { name, newEmail, link } }),
    sendMagicLink: ({ email, link }) =>
      queueMail(deps, { template: 'magic-link', to: email, data: { link } }),
    sendPasswordReset: ({ name, email, link }) =>
      queueMail(deps, { template: 'reset-password', to: email, data: { name, link } }),
    onSignedIn: async (who) => {
      await openProfile(deps, who);
      const [user] = await deps.db.select({ email: users.email }).from(users).where(eq(users.id, who.userId));
      if (user !== undefined) await endMailPauses(deps, user.email, ['magic-link']);
    },
    onPasswordReset: (who) => followPasswordReset(deps, who),
    onEmailChanged: (change) => followEmailChange(deps, change),
  };
}
