import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { ErrorCode } from '#contract/errors.ts';
import { passwordsDiffer } from '#domain/password.ts';
import { ApiError } from '../../../api/client.ts';
import { lazyZodResolver } from '../../../forms/lazy-zod-resolver.ts';
import { NewPasswordField } from '../../../forms/new-password-field.tsx';
import { failedCallOutcome, showServerFieldErrors } from '../../../forms/server-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/class-names.ts';
import { Field, type FormOutcome, FormStatus } from '../../../ui/form.tsx';
import { PasswordInput } from '../../../ui/inputs.tsx';
import type { NewPassword } from './new-password.ts';
import { resetPassword } from './reset-link.ts';

type NewPasswordFormProps = {
  token: string;
  loginTo: string;
  /** The link turned out to be expired or used. */
  onLinkOver: () => void;
  onDone: () => void;
};

const doneBy = (loginTo: string): FormOutcome => ({
  kind: 'done',
  text: 'Senha redefinida com sucesso!',
  more: (
    <>
      Todas as sessões foram encerradas.{' '}
      <Link to={loginTo} className={textLinkClass}>
        Entrar com a nova senha
      </Link>
    </>
  ),
});
const passwordCodes: ReadonlySet<ErrorCode> = new Set([
  'password_too_short',
  'password_weak',
  'password_leaked',
]);
const resolver = lazyZodResolver<NewPassword>(
  async () => (await import('./new-password.ts')).NewPasswordSchema,
);

export function NewPasswordForm({ token, loginTo, onLinkOver, onDone }: NewPasswordFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const { register, handleSubmit, setError, watch, formState } = useForm<NewPassword>({
    defaultValues: { newPassword: '', confirmation: '' },
    resolver,
  });
  const { errors, isSubmitting } = formState;
  const typed = watch('newPassword');

  function showError(error: unknown) {
    const code = error instanceof ApiError ? error.body.code : undefined;
    if (code === 'token_invalid') return onLinkOver();
    if (error instanceof ApiError && passwordCodes.has(error.body.code)) {
      return setError('newPassword', { message: error.body.error }, { shouldFocus: true });
    }
    if (showServerFieldErrors({ error, names: ['newPassword'], setError })) return;
    setOutcome(failedCallOutcome(error, { other: 'Erro ao redefinir a senha. Tente novamente.' }));
  }

  async function send({ newPassword, confirmation }: NewPassword) {
    if (sending.current) return;
    // Compare here too: the server gets only one of them, and the schema may have failed to load.
    if (newPassword !== confirmation) return setError('confirmation', { message: passwordsDiffer });
    sending.current = true;
    setOutcome(undefined);
    try {
      await resetPassword({ token, newPassword });
      // The link is used up, so the form stays sent.
      setOutcome(doneBy(loginTo));
      onDone();
    } catch (error) {
      sending.current = false;
      showError(error);
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, () => setOutcome(undefined))}
      onInput={() => setOutcome(undefined)}
      className="grid gap-5"
    >
      <FormStatus outcome={outcome} className="order-last empty:-mt-5" />
      {outcome?.kind === 'done' ? null : (
        <>
          <NewPasswordField
            label="Nova senha"
            error={errors.newPassword?.message}
            required
            input={register('newPassword', { deps: 'confirmation' })}
            typed={typed}
          />
          <Field label="Confirmar nova senha" error={errors.confirmation?.message} required>
            {(control) => (
              <PasswordInput {...control} {...register('confirmation')} autoComplete="new-password" />
            )}
          </Field>
          <div className="grid">
            <Button type="submit" size="large" className="w-full" busy={isSubmitting}>
              {isSubmitting ? 'Salvando...' : 'Salvar nova senha'}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
