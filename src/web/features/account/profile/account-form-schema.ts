import { z } from 'zod';
import { EmailChangeSchema } from '#contract/account.ts';
import { ProfileChangeSchema } from '#contract/profile.ts';
import { brokenPasswordRules, maxPasswordLength, minChangedPasswordLength } from '#domain/password.ts';

/** A fault of its own kind, since the screen gives it a title. */
export const tooShort = 'A nova senha deve ter pelo menos 6 caracteres.';

/** Nothing typed is no change; then the six characters, and after them every rule that is broken, in one go. */
const newPassword = z
  .string()
  .max(maxPasswordLength, 'A senha deve ter no máximo 128 caracteres.')
  .superRefine((password, context) => {
    if (password === '') return;
    const message =
      password.length < minChangedPasswordLength ? tooShort : brokenPasswordRules(password).join(' ');
    if (message !== '') context.addIssue({ code: 'custom', message });
  });

export const AccountFormSchema = z.object({
  name: ProfileChangeSchema.shape.name.unwrap(),
  email: EmailChangeSchema.shape.newEmail,
  newPassword,
});
export type AccountForm = z.infer<typeof AccountFormSchema>;
