import { type FormEvent, useEffect } from 'react';
import type { ContactMessage } from '#contract/messages.ts';
import { paths } from '#web/app/paths.ts';
import { SupportEmail } from '#web/app/support-email.tsx';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { openDraft, parseTextFields, readFormFields } from '#web/forms/drafts.ts';
import { useHoneypot } from '#web/forms/honeypot.tsx';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { failedMessageOutcome } from '#web/forms/server-errors.ts';
import { EmailField, TextField, useServerForm } from '#web/forms/server-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { LegalLink } from '#web/ui/legal-link.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';
import { sendContactMessage } from './api.ts';

const sent: FormOutcome = { kind: 'done', text: 'Mensagem enviada com sucesso! ✅' };
const notSent = 'Erro ao enviar. Tente novamente mais tarde.';

const fieldNames = ['name', 'email', 'message'] as const;

/**
 * A link followed without a connection replaces the form with an error page. The draft belongs to a visitor
 * without an account, so it ends with the tab.
 */
const contactDraft = openDraft({
  storage: () => sessionStorage,
  key: storageKeys.contactDraft,
  parse: parseTextFields(fieldNames),
});

const resolver = lazyZodResolver<ContactMessage>(
  async () => (await import('#contract/messages.ts')).ContactMessageSchema,
);

export function ContactForm() {
  const { guard, hiddenField } = useHoneypot();
  const form = useServerForm<ContactMessage>({
    resolver,
    send: async (message) => {
      await sendContactMessage(message, await guard());
      form.reset();
      contactDraft.write(undefined);
      return sent;
    },
    names: fieldNames,
    describeError: (error) => failedMessageOutcome(error, { notSent }),
  });
  const { register, getValues, setValue, errors, isSubmitting, outcome, clearOutcome } = form;

  useEffect(() => {
    const draft = contactDraft.read() ?? {};
    // Never overwrite input.
    for (const name of fieldNames) {
      const draftValue = draft[name];
      if (draftValue !== undefined && !getValues(name)) setValue(name, draftValue);
    }
  }, [getValues, setValue]);

  function onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
    clearOutcome();
    contactDraft.write(readFormFields(currentTarget, fieldNames));
  }

  return (
    <form {...form.props} onInput={onInput} className="relative grid gap-5">
      {hiddenField}
      <TextField form={form} name="name" label="Nome" required autoComplete="name" />
      <EmailField form={form} name="email" label="E-mail" />
      <Field label="Mensagem" error={errors.message?.message} required>
        {(control) => <Textarea {...control} {...register('message')} rows={6} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? 'Enviando...' : 'Enviar mensagem'}
        </Button>
        <FormStatus outcome={outcome} />
      </div>
      <p className="text-sm text-ink-soft">
        Costumamos responder em poucos dias. Seu nome, seu <Unbroken>e-mail</Unbroken> e sua mensagem servem
        só para a resposta, como diz a <LegalLink to={paths.privacy}>Política de privacidade</LegalLink>.
      </p>
      <noscript>
        <p className="text-sm text-ink-soft">
          Para enviar, ative o JavaScript do navegador ou escreva para <SupportEmail />.
        </p>
      </noscript>
    </form>
  );
}
