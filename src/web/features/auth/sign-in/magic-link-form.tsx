import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import { lazyZodResolver } from '../../../forms/lazy-zod-resolver.ts';
import { showServerFieldErrors } from '../../../forms/server-field-errors.ts';
import { sentBeforeText } from '../../../forms/was-sent-before.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import { Input } from '../../../ui/input.tsx';
import { sendMagicLink } from './send-magic-link.ts';

type MagicLinkFormProps = {
  email: string;
  /** Where the link leads in the end, also one that is worthless. */
  callbackURL: string;
};

const sent: FormOutcome = {
  kind: 'done',
  text: 'Enviamos um link mágico para seu e-mail! 🎉',
  more: 'Ele abre a sua conta sem senha, uma única vez.',
};

const resolver = lazyZodResolver<{ email: string }>(async () =>
  (await import('#contract/account.ts')).MagicLinkSchema.pick({ email: true }),
);

export function MagicLinkForm({ email, callbackURL }: MagicLinkFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const { register, handleSubmit, setError, formState } = useForm<{ email: string }>({
    defaultValues: { email },
    resolver,
  });
  const { errors, isSubmitting } = formState;

  async function send({ email: typed }: { email: string }) {
    if (sending.current) return;
    sending.current = true;
    setOutcome(undefined);
    try {
      const sentBefore = await sendMagicLink({ email: typed, callbackURL });
      setOutcome(sentBefore ? { ...sent, more: sentBeforeText } : sent);
    } catch (error) {
      if (showServerFieldErrors({ error, names: ['email'], setError })) return;
      setOutcome(failedCallOutcome(error, { other: 'Erro ao enviar magic link.' }));
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, () => setOutcome(undefined))}
      onInput={() => setOutcome(undefined)}
      className="grid gap-4"
    >
      <Field label="E-mail que recebe o link" error={errors.email?.message} required>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
      <div className="grid">
        <Button type="submit" variant="secondary" size="large" className="w-full" busy={isSubmitting}>
          {isSubmitting ? 'Enviando...' : 'Enviar link mágico'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
