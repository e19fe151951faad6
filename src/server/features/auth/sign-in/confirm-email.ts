import { hourMs } from '#domain/format/durations.ts';
import type { AuthHooks } from '#server/adapters/auth/better-auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { takeFromBudgets } from '#server/features/limits/budget.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { recordConfirmationMail, sendUnlessRecentlySent } from './sign-in-mail-limits.ts';

/** A sign-up always sends its mail. sign-in-mail-limits.ts counts requests for another one before they come here. */
export async function queueConfirmationMail(
  { queue, sealing }: Pick<Deps, 'queue' | 'sealing'>,
  { name, email, link, tx }: Parameters<AuthHooks['sendConfirmation']>[0],
) {
  if (tx !== undefined) await recordConfirmationMail({ db: tx, sealing }, email);
  await queueMail({ queue }, { template: 'confirm-email', to: email, data: { name, link } }, tx && { tx });
}

const maxPerAccount = 3;
const maxPerAddress = 20;

/**
 * The first link can be opened repeatedly, and that must not flood the mailbox of the new address. The strict
 * limit is per account: other accounts that name the same address must not use up its owner's mails.
 */
export async function queueNewEmailConfirmation(
  { db, queue, sealing }: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, name, email, link }: Parameters<AuthHooks['sendNewEmailConfirmation']>[0],
): Promise<void> {
  const perAddress = { name: 'new-email-mail', of: email, max: maxPerAddress, windowMs: hourMs };
  const perAccount = { ...perAddress, of: `${email}:${userId}`, max: maxPerAccount };
  if ((await takeFromBudgets({ db, sealing }, [perAccount, perAddress])) !== undefined) return;
  await queueMail({ queue }, { template: 'confirm-new-email', to: email, data: { name, link } });
}

const sentNow = 'Enviamos agora um novo e-mail de confirmação.';
const sentBefore = 'Enviamos um e-mail de confirmação há poucos minutos.';

/** Refuses a sign-in to an unconfirmed account, and mails the link at most once in ten minutes. */
export async function refuseUnconfirmedSignIn(
  deps: Pick<Deps, 'auth' | 'db' | 'sealing'>,
  mail: { email: string; callbackURL: string },
): Promise<never> {
  const reminder = await sendUnlessRecentlySent(deps, { kind: 'confirmation', email: mail.email }, () =>
    deps.auth.sendConfirmation(mail),
  );
  throw new AppError('email_unconfirmed', {
    more: reminder.sentBefore ? sentBefore : sentNow,
    retryAfterSeconds: Math.ceil(reminder.againInMs / 1_000),
  });
}
