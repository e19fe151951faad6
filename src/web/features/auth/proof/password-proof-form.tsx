import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PasswordProofSchema } from '#contract/proof.ts';
import { RefusedError } from '../../../api/client.ts';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import { showServerFieldErrors } from '../../../forms/server-field-errors.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { proveByPassword } from './proof-calls.ts';

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
      if (error instanceof RefusedError && error.body.code === 'wrong_password')
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
      {/* Tells a password manager whose password is asked for. */}
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
