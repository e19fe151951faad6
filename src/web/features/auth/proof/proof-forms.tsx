import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeLength } from '#contract/factors.ts';
import { PasswordProofSchema } from '#contract/proof.ts';
import { ApiError } from '../../../api/client.ts';
import { useCountdown } from '../../../browser/use-countdown.ts';
import { failedCallOutcome, showServerFieldErrors } from '../../../forms/server-errors.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, type FormOutcome, FormStatus } from '../../../ui/form.tsx';
import { CodeInput, PasswordInput } from '../../../ui/inputs.tsx';
import { mailProofCode, proveByCode, proveByPassword } from './api.ts';

type PasswordProofFormProps = { email: string; onProved: () => void };

export function PasswordProofForm({ email, onProved }: PasswordProofFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ password: string }>({
    defaultValues: { password: '' },
    resolver: localizedZodResolver(PasswordProofSchema),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus('password'), [setFocus]);

  async function send({ password }: { password: string }) {
    if (sending.current) return;
    sending.current = true;
    setOutcome(undefined);
    try {
      await proveByPassword(password);
      onProved();
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'wrong_password')
        setError('password', { message: error.body.error }, { shouldFocus: true });
      else if (!showServerFieldErrors({ error, names: ['password'], setError }))
        setOutcome(
          failedCallOutcome(error, { other: 'Não foi possível conferir a senha. Tente novamente.' }),
        );
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, () => setOutcome(undefined))}
      onInput={() => setOutcome(undefined)}
      className="grid gap-5"
    >
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
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}

type CodeProofFormProps = { email: string; onProved: () => void };

/** A mail takes a moment to arrive. */
const resendAfterS = 60;

/** For accounts without a password: access to the mailbox is their proof. */
export function CodeProofForm({ email, onProved }: CodeProofFormProps) {
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<FormOutcome>();
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const pause = useCountdown();

  async function work(task: () => Promise<void>, other: string) {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setError(undefined);
    setOutcome(undefined);
    try {
      await task();
    } catch (fault) {
      const refusal = fault instanceof ApiError ? fault.body : undefined;
      if (refusal?.code === 'code_wrong' || refusal?.code === 'challenge_over') refuse(refusal.error);
      else setOutcome(failedCallOutcome(fault, { other }));
    } finally {
      working.current = false;
      setBusy(false);
    }
  }

  function refuse(text: string) {
    setError(text);
    field.current?.focus();
    field.current?.select();
  }

  const send = async () => {
    if (pause.secondsLeft > 0) return;
    await work(async () => {
      await mailProofCode();
      pause.start(resendAfterS);
      setSent(true);
      setOutcome({ kind: 'done', text: `Código enviado para ${email}.` });
    }, 'Não foi possível enviar o código. Tente novamente.');
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSent) return send();
    if (code.length < codeLength) return refuse('Digite o código de 6 números.');
    await work(async () => {
      await proveByCode(code);
      onProved();
    }, 'Não foi possível conferir o código. Tente novamente.');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {isSent ? (
        <Field
          label="Código de 6 números"
          hint="Está no e-mail que acabamos de enviar. Ele vale por 10 minutos."
          error={error}
          required
        >
          {(control) => (
            <CodeInput
              {...control}
              ref={field}
              autoFocus
              length={codeLength}
              value={code}
              onValueChange={(next) => {
                setCode(next);
                setError(undefined);
              }}
            />
          )}
        </Field>
      ) : (
        <p className="wrap-anywhere">
          Vamos enviar um código para {email}. Digite-o aqui para confirmar que é você.
        </p>
      )}
      <div className="grid gap-2">
        <Button type="submit" size="large" className="w-full" busy={busy}>
          {submitLabel({ isSent, busy })}
        </Button>
        {isSent ? (
          <Button
            variant="quiet"
            aria-disabled={pause.secondsLeft > 0 || undefined}
            onClick={() => void send()}
          >
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
