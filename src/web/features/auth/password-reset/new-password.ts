import { z } from 'zod';
import { PasswordResetSchema } from '#contract/account.ts';
import { minChangedPasswordLength, passwordsDiffer } from '#domain/password.ts';

const missing = 'Informe a nova senha.';

/** One error at a time: missing, then the six characters, then the full rules. */
const newPassword = z
  .string({ error: missing })
  .min(1, missing)
  .min(minChangedPasswordLength, 'A senha deve ter pelo menos 6 caracteres.')
  .pipe(PasswordResetSchema.shape.newPassword);

export const NewPasswordSchema = z
  .object({ newPassword: z.string({ error: missing }), confirmation: z.string() })
  .superRefine((typed, context) => {
    const checked = newPassword.safeParse(typed.newPassword);
    const [fault] = checked.error?.issues ?? [];
    if (fault !== undefined) {
      context.addIssue({ code: 'custom', path: ['newPassword'], message: fault.message });
    } else if (typed.newPassword !== typed.confirmation) {
      context.addIssue({ code: 'custom', path: ['confirmation'], message: passwordsDiffer });
    }
  });
export type NewPassword = z.infer<typeof NewPasswordSchema>;
