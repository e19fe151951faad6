import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, callApi } from '../../../api/client.ts';
import { useCountdown } from '../../../browser/use-countdown.ts';
import { lazyZodResolver } from '../../../forms/lazy-zod-resolver.ts';
import { failedCallOutcome } from '../../../forms/server-errors.ts';
import { useHydrated } from '../../../forms/use-hydrated.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { sentBeforeText, wasSentBefore } from '../../../forms/was-sent-before.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, type FormOutcome, FormStatus } from '../../../ui/form.tsx';
import { Input } from '../../../ui/inputs.tsx';

export function requestReset(request: { email: string; redirectTo: string }) {
  return callApi(apiPaths.resetRequest, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: wasSentBefore,
  });
}

const refused = 'Erro ao enviar link de recuperação.';
const notSent = 'Erro ao enviar email.';

/** Refusals whose text says what to do. All others say that the link could not be sent. */
const codesShownAsSent: ReadonlySet<ErrorCode> = new Set([
  'account_not_found',
  'invalid_input',
  'too_many_requests',
]);

export function failedResetOutcome(error: unknown): FormOutcome {
  if (error instanceof ApiError && !codesShownAsSent.has(error.body.code))
    return { kind: 'failed', text: refused };
  return failedCallOutcome(error, { other: notSent, noAnswer: notSent });
}

/** A mail takes a moment to arrive. A second request would invalidate the link of the first. */
const resendAfterS = 60;
const resolver = lazyZodResolver<{ email: string }>(async () =>
  (await import('#contract/account.ts')).PasswordResetRequestSchema.pick({ email: true }),
);

type RequestFormProps = {
  /** Entered on the previous page. */
  email: string | undefined;
  /** The page that the mailed link opens. */
  redirectTo: string;
};

export function RequestForm({ email, redirectTo }: RequestFormProps) {
  const [sentTo, setSentTo] = useState<string>();
  const pause = useCountdown();
  const alive = useHydrated();
  const { register, handleSubmit, setError, setValue, getValues, formState } = useForm<{ email: string }>({
    // No default values: hydration would overwrite input that was typed before.
    resolver,
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (email !== undefined && !getValues('email')) setValue('email', email);
  }, [email, getValues, setValue]);

  const { submit, outcome, clearOutcome } = useSubmit({
    send: async ({ email: typed }: { email: string }) => {
      const sentBefore = await requestReset({ email: typed, redirectTo });
      setSentTo(typed);
      pause.start(resendAfterS);
      return {
        kind: 'done',
        text: `Enviamos um link de recuperação para ${typed}.`,
        more: sentBefore
          ? sentBeforeText
          : 'Abra o e-mail e siga o link para criar uma nova senha. Se ele não chegar em alguns minutos, olhe também a caixa de spam.',
      };
    },
    fields: { names: ['email'], setError },
    describeError: failedResetOutcome,
  });

  async function send(typed: { email: string }) {
    const isRepeated = typed.email === sentTo && pause.secondsLeft > 0;
    if (!isRepeated) await submit(typed);
  }

  const waiting = sentTo !== undefined && pause.secondsLeft > 0;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, clearOutcome)}
      onInput={() => {
        clearOutcome();
        // Another address need not wait.
        setSentTo(undefined);
      }}
      className="grid gap-5"
    >
      <Field label="E-mail" error={errors.email?.message} required>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
      <div className="grid">
        <Button
          type="submit"
          variant={waiting ? 'secondary' : 'primary'}
          size="large"
          className="w-full"
          busy={isSubmitting}
          disabled={!alive}
          aria-disabled={isSubmitting || waiting || undefined}
        >
          {isSubmitting
            ? 'Enviando...'
            : waiting
              ? `Enviar outra vez em ${pause.secondsLeft} s`
              : 'Enviar link de recuperação'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
      <noscript>
        <p className="text-sm text-ink-soft">Para pedir o link, ative o JavaScript do navegador.</p>
      </noscript>
    </form>
  );
}
