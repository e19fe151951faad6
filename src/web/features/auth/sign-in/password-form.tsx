import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { SignIn } from '#contract/account.ts';
import { ApiError } from '#web/api/client.ts';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useServerForm } from '#web/forms/server-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Field, FormStatus } from '#web/ui/form.tsx';
import { Input, PasswordInput } from '#web/ui/inputs.tsx';
import { sessionStore } from '../session/session-store.ts';
import { signIn } from './api.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';

type PasswordFormProps = {
  /** Entered on the previous page. */
  email: string | undefined;
  /** The page that the link of a confirmation mail finally opens. */
  callbackURL: string;
  forgotTo: string;
  /** Passes the typed address to the other sign-in methods. */
  onEmail: (email: string) => void;
};

const resolver = lazyZodResolver<SignIn>(async () => (await import('#contract/account.ts')).SignInSchema);

export function PasswordForm({ email, callbackURL, forgotTo, onEmail }: PasswordFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; waitSeconds: number }>();
  const form = useServerForm<SignIn>({
    resolver,
    send: async (typed) => {
      setUnconfirmed(undefined);
      await signIn({ ...typed, callbackURL });
      const { status } = await sessionStore.signedIn();
      if (status === 'signed_out') throw new Error('the server accepted the sign-in but created no session');
    },
    names: ['email', 'password'],
    // A wrong password is shown beside its field, which gets the focus for another attempt.
    ofCodes: { wrong_credentials: 'password' },
    describeError: (error, { email: typedEmail }) => {
      if (error instanceof ApiError && error.body.code === 'email_unconfirmed')
        setUnconfirmed({ email: typedEmail, waitSeconds: error.retryAfterSeconds ?? 0 });
      return failedCallOutcome(error, { other: 'Erro ao fazer login.' });
    },
  });
  const { register, handleSubmit, setValue, getValues, watch, errors, isSubmitting } = form;

  useEffect(() => {
    // Never overwrite input.
    if (email !== undefined && !getValues('email')) setValue('email', email);
  }, [email, getValues, setValue]);

  function forgetOutcome() {
    form.clearOutcome();
    setUnconfirmed(undefined);
  }

  return (
    <form
      {...form.props}
      onSubmit={handleSubmit(form.submit, forgetOutcome)}
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
        <Button type="submit" size="large" className="w-full" busy={isSubmitting}>
          {isSubmitting ? 'Entrando...' : 'Entrar'}
        </Button>
        <FormStatus outcome={form.outcome} className="not-empty:mt-3" />
        {unconfirmed === undefined ? null : <ResendConfirmation {...unconfirmed} callbackURL={callbackURL} />}
      </div>
      <noscript>
        <p className="text-sm text-ink-soft">Para entrar, ative o JavaScript do navegador.</p>
      </noscript>
    </form>
  );
}
