import { brokenPasswordRules, minChangedPasswordLength } from '#domain/password.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { refuseLeakedPassword } from './refuse-leaked-password.ts';

const field = 'new_password';

/** In the order that the account page tells it: six characters, then every broken rule at once, then the leaked ones. */
export async function checkNewPassword(deps: Pick<Deps, 'leakedPasswords'>, password: string): Promise<void> {
  if (password.length < minChangedPasswordLength) {
    const text = `A nova senha deve ter pelo menos ${minChangedPasswordLength} caracteres.`;
    throw new AppError('password_too_short', { text, fields: { [field]: text } });
  }
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) {
    const text = broken.join(' ');
    throw new AppError('password_weak', { text, fields: { [field]: text } });
  }
  await refuseLeakedPassword(deps, password);
}
