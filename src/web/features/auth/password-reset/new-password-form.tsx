import { Link } from 'react-router';
import { passwordsDiffer } from '#domain/password.ts';
import { ApiError } from '#web/api/client.ts';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { NewPasswordField } from '#web/forms/new-password-field.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useServerForm } from '#web/forms/server-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Field, type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';
import { resetPassword } from './api.ts';
import type { NewPassword } from './new-password.ts';

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
const fieldsOfCodes = {
  password_too_short: 'newPassword',
  password_weak: 'newPassword',
  password_leaked: 'newPassword',
  password_personal: 'newPassword',
} as const;
const resolver = lazyZodResolver<NewPassword>(
  async () => (await import('./new-password.ts')).NewPasswordSchema,
);

export function NewPasswordForm({ token, loginTo, onLinkOver, onDone }: NewPasswordFormProps) {
  const form = useServerForm<NewPassword>({
    defaultValues: { newPassword: '', confirmation: '' },
    resolver,
    send: async ({ newPassword }) => {
      await resetPassword({ token, newPassword });
      return doneBy(loginTo);
    },
    names: ['newPassword'],
    ofCodes: fieldsOfCodes,
    describeError(error) {
      if (error instanceof ApiError && error.body.code === 'token_invalid') return void onLinkOver();
      return failedCallOutcome(error, { other: 'Erro ao redefinir a senha. Tente novamente.' });
    },
    onSent: onDone,
    // The link is used up.
    once: true,
  });
  const { register, handleSubmit, setError, watch, errors, isSubmitting, submit, outcome, clearOutcome } =
    form;

  async function send(typed: NewPassword) {
    // Compare here too: the server gets only one of them, and the schema may have failed to load.
    if (typed.newPassword === typed.confirmation) await submit(typed);
    else setError('confirmation', { message: passwordsDiffer });
  }

  return (
    <form {...form.props} onSubmit={handleSubmit(send, clearOutcome)} className="grid gap-5">
      <FormStatus outcome={outcome} className="order-last empty:-mt-5" />
      {outcome?.kind === 'done' ? null : (
        <>
          <NewPasswordField
            label="Nova senha"
            error={errors.newPassword?.message}
            required
            input={register('newPassword', { deps: 'confirmation' })}
            typed={watch('newPassword')}
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
