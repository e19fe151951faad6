import { useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '#web/api/client.ts';
import { useCountdown } from '#web/browser/use-countdown.ts';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { EmailField, useServerForm } from '#web/forms/server-form.tsx';
import { sentBeforeText } from '#web/forms/was-sent-before.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { requestReset } from './api.ts';

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
  const form = useServerForm<{ email: string }>({
    resolver,
    send: async ({ email: typed }) => {
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
    names: ['email'],
    describeError: failedResetOutcome,
  });
  const { handleSubmit, setValue, getValues, isSubmitting, submit, outcome, clearOutcome } = form;

  useEffect(() => {
    if (email !== undefined && !getValues('email')) setValue('email', email);
  }, [email, getValues, setValue]);

  async function send(typed: { email: string }) {
    const isRepeated = typed.email === sentTo && pause.secondsLeft > 0;
    if (!isRepeated) await submit(typed);
  }

  const waiting = sentTo !== undefined && pause.secondsLeft > 0;
  return (
    <form
      {...form.props}
      onSubmit={handleSubmit(send, clearOutcome)}
      onInput={() => {
        clearOutcome();
        // Another address need not wait.
        setSentTo(undefined);
      }}
      className="grid gap-5"
    >
      <EmailField form={form} name="email" label="E-mail" />
      <div className="grid">
        <Button
          type="submit"
          variant={waiting ? 'secondary' : 'primary'}
          size="large"
          className="w-full"
          busy={isSubmitting}
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
