import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactMessage, ContactMessageSchema } from '#contract/contact.ts';
import { useFormGuard } from '../../form-guard.tsx';
import { showRefusedFields } from '../../refused-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../ui/form-status.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useAlive } from '../../use-alive.ts';
import { sendContactMessage } from './send-contact-message.ts';

const outcomes = {
  // The text brings its own mark.
  sent: { kind: 'done', text: 'Mensagem enviada com sucesso! ✅', marked: true },
  not_sent: { kind: 'failed', text: 'Erro ao enviar. Tente novamente mais tarde.' },
} satisfies Record<string, FormOutcome>;

const fieldNames = ['name', 'email', 'message'] as const satisfies (keyof ContactMessage)[];

export function ContactForm() {
  const [outcome, setOutcome] = useState<'none' | 'sent' | 'not_sent'>('none');
  const sending = useRef(false);
  const alive = useAlive();
  const { guard, hiddenField } = useFormGuard();
  const { register, handleSubmit, reset, setError, formState } = useForm<ContactMessage>({
    // No default values: they would be written over what somebody typed before the scripts had come.
    resolver: zodResolver(ContactMessageSchema),
  });
  const { errors, isSubmitting } = formState;

  async function send(message: ContactMessage) {
    // Enter pressed twice must not send twice; the state of the form comes one render too late for that.
    if (sending.current) return;
    sending.current = true;
    setOutcome('none');
    try {
      await sendContactMessage(message, await guard());
      reset();
      setOutcome('sent');
    } catch (error) {
      if (!showRefusedFields({ error, names: fieldNames, setError })) setOutcome('not_sent');
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, () => setOutcome('none'))}
      // How the last message ended says nothing of the one that is being written.
      onInput={() => setOutcome('none')}
      className="relative grid gap-5"
    >
      {hiddenField}
      <Field label="Nome" error={errors.name?.message} required>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field label="E-mail" error={errors.email?.message} required>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
      <Field label="Mensagem" error={errors.message?.message} required>
        {(control) => <Textarea {...control} {...register('message')} rows={6} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" busy={isSubmitting} disabled={!alive}>
          {isSubmitting ? 'Enviando...' : 'Enviar mensagem'}
        </Button>
        <FormStatus outcome={outcome === 'none' ? undefined : outcomes[outcome]} />
      </div>
      <noscript>
        <p className="text-sm text-ink-soft">Para enviar, ative o JavaScript do navegador.</p>
      </noscript>
    </form>
  );
}
