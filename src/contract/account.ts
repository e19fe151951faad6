import { z } from 'zod';
import { lettersOf } from '#domain/name-parts.ts';
import { occupations } from '#domain/occupations.ts';
import { brokenPasswordRules, maxPasswordLength } from '#domain/password.ts';
import { isSameOriginPath } from '#domain/same-origin-path.ts';
import { punycodeDomain, typedText } from './text.ts';

const signUpRequired = 'Nome, e-mail e senha são obrigatórios.';
const signInRequired = 'E-mail e senha são obrigatórios.';
const emailRequired = 'E-mail é obrigatório.';
const nameTooShort = 'Nome deve ter ao menos 2 letras.';
const emailInvalid = 'E-mail inválido. Verifique o formato e tente novamente.';
const passwordTooLong = 'A senha deve ter no máximo 128 caracteres.';

const nameOf = (required: string) =>
  typedText(required)
    .min(1, required)
    .refine((name) => lettersOf(name).length >= 2, nameTooShort)
    .max(120, 'Nome deve ter no máximo 120 caracteres.')
    .regex(/^[^\p{Cc}]*$/u, 'Nome não pode ter quebras de linha.');
const emailOf = (required: string) =>
  typedText(required)
    .min(1, required)
    .toLowerCase()
    .overwrite(punycodeDomain)
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid));

/** Says the first rule that is broken, since one line stands under a field. */
export const newPasswordOf = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .max(maxPasswordLength, passwordTooLong)
    .superRefine((password, context) => {
      const [broken] = brokenPasswordRules(password);
      if (broken !== undefined && password !== '') context.addIssue({ code: 'custom', message: broken });
    });

/** One that exists is not held to the rules of a new one: it may be older than a rule. */
const existingPassword = (required: string) =>
  z.string({ error: required }).min(1, required).max(maxPasswordLength, passwordTooLong);

const ownAnswer = z
  .string()
  .trim()
  .max(300, 'Use no máximo 300 caracteres.')
  .optional()
  .describe('Resposta livre, opcional');

/** Where the link of a mail leads in the end: a path of ours, and nothing that only looks like one. */
const callbackURL = z
  .string()
  .max(2_000)
  .refine(isSameOriginPath, { error: 'Endereço de retorno inválido.' })
  .optional();

/** The same names in the address of a link, which anybody may write by hand. */
export const LinkQuerySchema = z.looseObject({
  callbackURL,
  errorCallbackURL: callbackURL,
  newUserCallbackURL: callbackURL,
});

export const nameSchema = nameOf('Nome é obrigatório.');

/** A picture is not among them: it would let anyone show the others an address of theirs. */
export const SignUpSchema = z.object({
  name: nameOf(signUpRequired),
  email: emailOf(signUpRequired),
  password: newPasswordOf(signUpRequired),
  occupation: z.enum(occupations, { error: 'Escolha sua ocupação.' }),
  use_case: ownAnswer,
  how_found: ownAnswer,
  callbackURL,
});
export type SignUp = z.infer<typeof SignUpSchema>;

export const SignInSchema = z.object({
  email: emailOf(signInRequired),
  password: existingPassword(signInRequired),
  rememberMe: z.boolean().optional(),
  callbackURL,
});
export type SignIn = z.infer<typeof SignInSchema>;

export const MagicLinkSchema = z.object({
  email: emailOf(emailRequired),
  callbackURL,
  errorCallbackURL: callbackURL,
});

export const SocialSignInSchema = z.object({
  provider: z.literal('google'),
  callbackURL,
  errorCallbackURL: callbackURL,
});
/** Where the browser goes next. */
export const SocialSignInAnswerSchema = z.object({ url: z.url() });

export const ConfirmationRequestSchema = z.object({ email: emailOf(emailRequired), callbackURL });

export const PasswordResetRequestSchema = z.object({
  email: emailOf(emailRequired),
  redirectTo: callbackURL,
});

export const PasswordResetSchema = z.object({
  token: z.string().min(1).max(200),
  newPassword: newPasswordOf('Informe a nova senha.'),
});

/** The rules of the new one are told by the server in the order of the account page: first six characters, then all. */
export const PasswordChangeSchema = z.strictObject({
  new_password: z
    .string({ error: 'Informe a nova senha.' })
    .min(1, 'Informe a nova senha.')
    .max(maxPasswordLength, passwordTooLong),
  current_password: z.string().max(maxPasswordLength, passwordTooLong).optional(),
});
export type PasswordChange = z.infer<typeof PasswordChangeSchema>;

export const EmailChangeSchema = z.object({ newEmail: emailOf(emailRequired), callbackURL });
