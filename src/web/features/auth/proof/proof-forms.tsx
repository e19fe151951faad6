import { type FormEvent, useEffect, useState } from 'react';
import { PasswordProofSchema } from '#contract/proof.ts';
import { ApiError } from '#web/api/client.ts';
import { useCountdown } from '#web/browser/use-countdown.ts';
import { CodeField, useCodeField } from '#web/forms/code-field.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useServerForm } from '#web/forms/server-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormStatus } from '#web/ui/form.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';
import { mailProofCode, proveByCode, proveByPassword } from './api.ts';

type PasswordProofFormProps = { email: string; onProved: () => void };

export function PasswordProofForm({ email, onProved }: PasswordProofFormProps) {
  const form = useServerForm<{ password: string }>({
    defaultValues: { password: '' },
    resolver: localizedZodResolver(PasswordProofSchema),
    send: async ({ password }) => {
      await proveByPassword(password);
      onProved();
    },
    names: ['password'],
    ofCodes: { wrong_password: 'password' },
    describeError: (error) =>
      failedCallOutcome(error, { other: 'Não foi possível conferir a senha. Tente novamente.' }),
  });
  const { register, setFocus, errors, isSubmitting } = form;

  useEffect(() => setFocus('password'), [setFocus]);

  return (
    <form {...form.props} className="grid gap-5">
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Senha"
        hint="Não lembra? Saia da conta e peça uma nova senha na tela de entrada."
        error={errors.password?.message}
        required
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={isSubmitting}>
          {isSubmitting ? 'Conferindo...' : 'Confirmar'}
        </Button>
        <FormStatus outcome={form.outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}

type CodeProofFormProps = { email: string; onProved: () => void };

/** A mail takes a moment to arrive. */
const resendAfterS = 60;
const notSent = 'Não foi possível enviar o código. Tente novamente.';
const notChecked = 'Não foi possível conferir o código. Tente novamente.';

/** For accounts without a password: access to the mailbox is their proof. */
export function CodeProofForm({ email, onProved }: CodeProofFormProps) {
  const [isSent, setSent] = useState(false);
  const field = useCodeField();
  const pause = useCountdown();

  const { submit, outcome, isSending } = useSubmit({
    send: async (step: 'mail' | 'code') => {
      field.clearError();
      if (step === 'code') {
        await proveByCode(field.code);
        onProved();
        return undefined;
      }
      await mailProofCode();
      pause.start(resendAfterS);
      setSent(true);
      return { kind: 'done', text: `Código enviado para ${email}.` };
    },
    describeError(fault, step) {
      const refusal = fault instanceof ApiError ? fault.body : undefined;
      if (refusal?.code === 'code_wrong' || refusal?.code === 'challenge_over')
        return void field.refuse(refusal.error);
      return failedCallOutcome(fault, { other: step === 'mail' ? notSent : notChecked });
    },
  });

  const mail = () => pause.secondsLeft > 0 || void submit('mail');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isSent) mail();
    else if (field.isComplete()) void submit('code');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {isSent ? (
        <CodeField
          field={field}
          hint="Está no e-mail que acabamos de enviar. Ele vale por 10 minutos."
          autoFocus
        />
      ) : (
        <p className="wrap-anywhere">
          Vamos enviar um código para {email}. Digite-o aqui para confirmar que é você.
        </p>
      )}
      <div className="grid gap-2">
        <Button type="submit" size="large" className="w-full" busy={isSending}>
          {submitLabel({ isSent, busy: isSending })}
        </Button>
        {isSent ? (
          <Button variant="quiet" aria-disabled={pause.secondsLeft > 0 || undefined} onClick={mail}>
            {pause.secondsLeft > 0 ? `Enviar outro código em ${pause.secondsLeft} s` : 'Enviar outro código'}
          </Button>
        ) : null}
        <FormStatus outcome={outcome} className="wrap-anywhere" />
      </div>
    </form>
  );
}

function submitLabel({ isSent, busy }: { isSent: boolean; busy: boolean }) {
  if (!isSent) return busy ? 'Enviando...' : 'Enviar código por e-mail';
  return busy ? 'Conferindo...' : 'Confirmar';
}
