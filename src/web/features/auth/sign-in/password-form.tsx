import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { SignIn } from '#contract/account.ts';
import { ApiError } from '../../../api/client.ts';
import { lazyZodResolver } from '../../../forms/lazy-zod-resolver.ts';
import { failedCallOutcome } from '../../../forms/server-errors.ts';
import { useHydrated } from '../../../forms/use-hydrated.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/class-names.ts';
import { Field, FormStatus } from '../../../ui/form.tsx';
import { Input, PasswordInput } from '../../../ui/inputs.tsx';
import { signIn } from './api.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';

type PasswordFormProps = {
  /** Entered on the previous page. */
  email: string | undefined;
  /** The page that the link of a confirmation mail finally opens. */
  callbackURL: string;
  forgotTo: string;
  /** Loads the new session. Rejects if that fails. */
  onSignedIn: () => Promise<void>;
  /** Passes the typed address to the other sign-in methods. */
  onEmail: (email: string) => void;
};

const fieldNames = ['email', 'password'] as const;
const resolver = lazyZodResolver<SignIn>(async () => (await import('#contract/account.ts')).SignInSchema);

export function PasswordForm({ email, callbackURL, forgotTo, onSignedIn, onEmail }: PasswordFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; waitSeconds: number }>();
  const alive = useHydrated();
  const { register, handleSubmit, setError, setValue, getValues, watch, formState } = useForm<SignIn>({
    resolver,
  });
  const { errors, isSubmitting } = formState;
  const { submit, outcome, clearOutcome } = useSubmit({
    send: async (typed: SignIn) => {
      setUnconfirmed(undefined);
      await signIn({ ...typed, callbackURL });
      await onSignedIn();
    },
    // A wrong password is shown beside its field, which gets the focus for another attempt.
    fields: { names: fieldNames, ofCodes: { wrong_credentials: 'password' }, setError },
    describeError: (error, { email: typedEmail }) => {
      if (error instanceof ApiError && error.body.code === 'email_unconfirmed')
        setUnconfirmed({ email: typedEmail, waitSeconds: error.retryAfterSeconds ?? 0 });
      return failedCallOutcome(error, { other: 'Erro ao fazer login.' });
    },
  });

  useEffect(() => {
    // Never overwrite input.
    if (email !== undefined && !getValues('email')) setValue('email', email);
  }, [email, getValues, setValue]);

  function forgetOutcome() {
    clearOutcome();
    setUnconfirmed(undefined);
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, forgetOutcome)}
      onInput={forgetOutcome}
      className="grid gap-5"
    >
      <Field label="E-mail" error={errors.email?.message} required>
        {(control) => (
          <Input
            {...control}
            {...register('email', { onChange: (event) => onEmail(String(event.target.value)) })}
            type="email"
            inputMode="email"
            autoComplete="username"
          />
        )}
      </Field>
      <div className="grid gap-2">
        <Field label="Senha" error={errors.password?.message} required>
          {(control) => (
            <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
          )}
        </Field>
        <Link
          to={forgotTo}
          state={{ email: watch('email') }}
          className={`inline-flex min-h-10 items-center justify-self-end text-sm ${textLinkClass}`}
        >
          Esqueci minha senha
        </Link>
      </div>
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={isSubmitting} disabled={!alive}>
          {isSubmitting ? 'Entrando...' : 'Entrar'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
        {unconfirmed === undefined ? null : <ResendConfirmation {...unconfirmed} callbackURL={callbackURL} />}
      </div>
      <noscript>
        <p className="text-sm text-ink-soft">Para entrar, ative o JavaScript do navegador.</p>
      </noscript>
    </form>
  );
}
