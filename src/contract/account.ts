import { z } from 'zod';
import { typedText } from './text.ts';

const required = 'Nome, e-mail e senha são obrigatórios.';
const nameTooShort = 'Nome deve ter ao menos 2 caracteres.';
const emailInvalid = 'E-mail inválido. Verifique o formato e tente novamente.';
export const passwordTooShort = 'A senha deve conter no mínimo 8 caracteres.';
const passwordTooLong = 'A senha deve ter no máximo 128 caracteres.';

export const shortestPassword = 8;
export const longestPassword = 128;

const name = typedText(required).min(2, nameTooShort).max(120, 'Nome deve ter no máximo 120 caracteres.');
const email = typedText(required).toLowerCase().max(254, emailInvalid).pipe(z.email(emailInvalid));
const newPassword = z
  .string({ error: required })
  .min(shortestPassword, passwordTooShort)
  .max(longestPassword, passwordTooLong);
/** Where the link of a mail leads in the end; the server takes only addresses of its own. */
const callbackURL = z.string().max(2_000).optional();

/** A picture is not among them: it would let anyone show the others an address of theirs. */
export const SignUpSchema = z.object({ name, email, password: newPassword, callbackURL });

export const SignInSchema = z.object({
  email,
  // Not the rules of a new password: one from before a rule must still open its account.
  password: z.string({ error: required }).min(1, required).max(longestPassword, passwordTooLong),
  rememberMe: z.boolean().optional(),
  callbackURL,
});

export const ConfirmationRequestSchema = z.object({ email, callbackURL });

export const AccountChangeSchema = z.object({ name });

export const PasswordChangeSchema = z.object({
  currentPassword: z.string({ error: required }).min(1, required).max(longestPassword, passwordTooLong),
  newPassword,
  revokeOtherSessions: z.boolean().optional(),
});
