import { z } from 'zod';
import { occupations } from '#domain/occupations.ts';
import { brokenPasswordRules, maxPasswordLength, passwordTooLong } from '#domain/password.ts';
import { callbackLanding, resetLanding } from './landings.ts';
import { punycodeDomain, typedText } from './text.ts';

const signUpRequired = 'Nome, e-mail e senha são obrigatórios.';
const signInRequired = 'E-mail e senha são obrigatórios.';
const emailRequired = 'E-mail é obrigatório.';
const emailInvalid = 'E-mail inválido. Verifique o formato e tente novamente.';

const nameOf = (required: string) =>
  typedText(required)
    .min(1, required)
    .max(120, 'Nome deve ter no máximo 120 caracteres.')
    .regex(/^[^\p{Cc}]*$/u, 'Nome não pode ter quebras de linha.');
const emailOf = (required: string) =>
  typedText(required)
    .min(1, required)
    .toLowerCase()
    .overwrite(punycodeDomain)
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid));

/** Reports only the first broken rule, because a field has one line for its error. */
export const newPasswordOf = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .max(maxPasswordLength, passwordTooLong)
    .superRefine((password, context) => {
      const [broken] = brokenPasswordRules(password);
      if (broken !== undefined && password !== '') context.addIssue({ code: 'custom', message: broken });
    });

/** Without the rules for new passwords: an existing one may be older than they are. */
export const lengthCheckedPassword = (required: string) =>
  z.string({ error: required }).min(1, required).max(maxPasswordLength, passwordTooLong);

const ownAnswer = z
  .string()
  .trim()
  .max(300, 'Use no máximo 300 caracteres.')
  .optional()
  .describe('Resposta livre, opcional');

export const nameSchema = nameOf('Nome é obrigatório.');

/** Without a picture, because other users' browsers would load any address that an attacker chooses. */
export const SignUpSchema = z.object({
  name: nameOf(signUpRequired),
  email: emailOf(signUpRequired),
  password: newPasswordOf(signUpRequired),
  occupation: z.enum(occupations, { error: 'Escolha sua ocupação.' }),
  use_case: ownAnswer,
  how_found: ownAnswer,
  callbackURL: callbackLanding,
});
export type SignUp = z.input<typeof SignUpSchema>;

export const SignInSchema = z.object({
  email: emailOf(signInRequired),
  password: lengthCheckedPassword(signInRequired),
  rememberMe: z.boolean().optional(),
  callbackURL: callbackLanding,
});
export type SignIn = z.input<typeof SignInSchema>;

export const MagicLinkSchema = z.object({
  email: emailOf(emailRequired),
  callbackURL: callbackLanding,
  errorCallbackURL: callbackLanding,
});

export const SocialSignInSchema = z.object({
  provider: z.literal('google'),
  callbackURL: callbackLanding,
  errorCallbackURL: callbackLanding,
});
/** The address to which the page sends the browser. */
export const SocialSignInAnswerSchema = z.object({ url: z.url() });

export const ConfirmationRequestSchema = z.object({
  email: emailOf(emailRequired),
  callbackURL: callbackLanding,
});

export const PasswordResetRequestSchema = z.object({
  email: emailOf(emailRequired),
  redirectTo: resetLanding,
});

export const PasswordResetSchema = z.object({
  token: z.string().min(1).max(200),
  newPassword: newPasswordOf('Informe a nova senha.'),
});

/** The server checks the new password in the order of the account page: first six characters, then all rules. */
export const PasswordChangeSchema = z.strictObject({
  new_password: lengthCheckedPassword('Informe a nova senha.'),
  current_password: z.string().max(maxPasswordLength, passwordTooLong).optional(),
});
export type PasswordChange = z.infer<typeof PasswordChangeSchema>;

export const EmailChangeSchema = z.object({ newEmail: emailOf(emailRequired) });
