import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { mailUnlessMailed } from './sign-in-mails.ts';

const sentNow = 'Enviamos agora um novo e-mail de confirmação.';
const sentBefore = 'Enviamos um e-mail de confirmação há poucos minutos.';

/** Refuses a sign-in to an account that waits for its confirmation, and mails the link at most once in ten minutes. */
export async function remindOfConfirmation(
  deps: Pick<Deps, 'auth' | 'db' | 'sealing'>,
  mail: { email: string; callbackURL: string },
): Promise<never> {
  const reminder = await mailUnlessMailed(deps, { kind: 'confirmation', email: mail.email }, () =>
    deps.auth.sendConfirmation(mail),
  );
  throw new AppError('email_unconfirmed', {
    more: reminder.sentBefore ? sentBefore : sentNow,
    retryAfterSeconds: Math.ceil(reminder.againInMs / 1_000),
  });
}
