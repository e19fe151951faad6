import { Link } from 'react-router';
import type { SignUp } from '#contract/account.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { occupations } from '#domain/occupations.ts';
import { brokenPasswordRules } from '#domain/password.ts';
import { paths } from '#web/app/paths.ts';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { NewPasswordField } from '#web/forms/new-password-field.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { EmailField, TextField, useServerForm } from '#web/forms/server-form.tsx';
import { useHydrated } from '#web/forms/use-hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Field, FormStatus } from '#web/ui/form.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { LegalLink } from '#web/ui/legal-link.tsx';
import { signUp } from './api.ts';

type Typed = { name?: string; email?: string; password?: string; occupation?: string };

const isEmpty = (text = '') => text.trim() === '';

/** Why the button is still disabled, one reason at a time; undefined when it is enabled. */
export function missingFieldText({ name, email, password, occupation }: Typed) {
  if (isEmpty(name) || isEmpty(email) || isEmpty(password)) return 'Nome, e-mail e senha são obrigatórios.';
  if (brokenPasswordRules(password ?? '').length > 0) return 'A senha ainda não cumpre as cinco regras.';
  if (isEmpty(occupation)) return 'Escolha sua ocupação.';
  return undefined;
}

type SignUpFormProps = {
  /** The page that the link of the confirmation mail finally opens. */
  callbackURL: string;
  loginTo: string;
  forgotTo: string;
  onSignedUp: (email: string) => void;
};

const doneText = 'Cadastro realizado! Verifique seu e-mail para confirmar sua conta. 📧';
/** Refusals that concern one field. */
const fieldsOfCodes: Partial<Record<ErrorCode, 'email' | 'password'>> = {
  email_taken: 'email',
  password_too_short: 'password',
  password_weak: 'password',
  password_leaked: 'password',
  password_personal: 'password',
};
const resolver = lazyZodResolver<SignUp>(async () => (await import('#contract/account.ts')).SignUpSchema);
const missingId = 'what-is-missing';

export function SignUpForm({ callbackURL, loginTo, forgotTo, onSignedUp }: SignUpFormProps) {
  // Renders again after hydration, with the values that were typed before it.
  useHydrated();
  const form = useServerForm<SignUp>({
    resolver,
    send: async (account) => {
      await signUp({ ...account, callbackURL });
      return { kind: 'done', text: doneText, more: <OnToSignIn to={loginTo} email={account.email} /> };
    },
    names: ['name', 'email', 'password', 'occupation', 'use_case', 'how_found'],
    ofCodes: fieldsOfCodes,
    describeError: (error) => failedCallOutcome(error, { other: 'Erro ao criar conta.' }),
    onSent: ({ email }) => onSignedUp(email),
    // The user continues with the mailed link.
    once: true,
  });
  const { register, watch, errors, isSubmitting, outcome } = form;
  const typed = watch();
  const missing = missingFieldText(typed);
  const isDone = outcome?.kind === 'done';

  const emailError =
    errors.email?.type === 'email_taken' ? (
      <>
        {errors.email.message}{' '}
        <span className="mt-1 flex gap-4">
          <Link to={loginTo} state={{ email: typed.email }} className={textLinkClass}>
            Fazer login
          </Link>
          <Link to={forgotTo} state={{ email: typed.email }} className={textLinkClass}>
            Recuperar a senha
          </Link>
        </span>
      </>
    ) : undefined;

  return (
    <form {...form.props} className="grid gap-5">
      <FormStatus outcome={outcome} className="order-last empty:-mt-5" />
      {isDone ? null : (
        <>
          <TextField form={form} name="name" label="Nome" required autoComplete="name" />
          <EmailField form={form} name="email" label="E-mail" error={emailError} />
          <NewPasswordField
            label="Senha"
            error={errors.password?.message}
            required
            input={register('password')}
            typed={typed.password ?? ''}
          />
          <Field label="Ocupação" error={errors.occupation?.message} required>
            {(control) => (
              <Select {...control} {...register('occupation')} defaultValue="">
                <option value="" disabled>
                  Selecione
                </option>
                {occupations.map((occupation) => (
                  <option key={occupation}>{occupation}</option>
                ))}
              </Select>
            )}
          </Field>
          <TextField
            form={form}
            name="use_case"
            label="Para que você vai usar? (opcional)"
            autoComplete="off"
          />
          <TextField form={form} name="how_found" label="Como nos conheceu? (opcional)" autoComplete="off" />
          <p className="text-sm text-ink-soft">
            Ao criar a conta, você aceita os <LegalLink to={paths.terms}>Termos de uso</LegalLink> e a{' '}
            <LegalLink to={paths.privacy}>Política de privacidade</LegalLink>.
          </p>
          <div className="grid">
            <Button
              type="submit"
              size="large"
              className="w-full"
              busy={isSubmitting}
              disabled={missing !== undefined}
              data-until-filled
              // Until hydration early-press.ts decides, from the same fields.
              suppressHydrationWarning
              aria-describedby={missingId}
            >
              {isSubmitting ? 'Criando conta...' : 'Criar conta'}
            </Button>
            {/* The line keeps its height when empty, to avoid a layout shift. */}
            <p id={missingId} className="mt-3 min-h-5 text-sm text-ink-soft">
              {missing}
            </p>
          </div>
          <noscript>
            <p className="text-sm text-ink-soft">Para criar a conta, ative o JavaScript do navegador.</p>
          </noscript>
        </>
      )}
    </form>
  );
}

/** The page redirects automatically after a delay. This link skips the delay. */
function OnToSignIn({ to, email }: { to: string; email: string }) {
  return (
    <>
      Enviamos um link para <span className="font-medium text-ink wrap-anywhere">{email}</span>.{' '}
      <Link to={to} state={{ email, signedUp: true }} className={textLinkClass}>
        Ir para a entrada
      </Link>
    </>
  );
}
