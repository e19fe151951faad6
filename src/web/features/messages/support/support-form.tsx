import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type SupportRequest, SupportRequestSchema, supportSubjects } from '#contract/messages.ts';
import { textFields, typedIn, useDraft } from '../../../forms/drafts.ts';
import { failedMessageOutcome } from '../../../forms/message-error.ts';
import { showServerFieldErrors } from '../../../forms/server-field-errors.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { sendSupportRequest } from './send-support-request.ts';

const sent: FormOutcome = { kind: 'done', text: 'Mensagem enviada com sucesso! Responderemos em breve.' };
const notSent = 'Erro ao enviar. Tente novamente mais tarde.';
const thanksForMs = 3_000;
const fieldNames = ['subject', 'message'] as const satisfies (keyof SupportRequest)[];
const parseDraft = textFields(fieldNames);
const empty = { subject: '', message: '' } as unknown as SupportRequest;

export function SupportForm() {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const draft = useDraft('support', parseDraft);
  const { register, handleSubmit, reset, setError, formState } = useForm<SupportRequest>({
    defaultValues: { ...empty, ...(draft.read() as Partial<SupportRequest>) },
    resolver: localizedZodResolver(SupportRequestSchema),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (outcome !== sent) return;
    const timer = setTimeout(() => setOutcome(undefined), thanksForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function send(request: SupportRequest) {
    if (sending.current) return;
    sending.current = true;
    setOutcome(undefined);
    try {
      await sendSupportRequest(request);
      draft.write(undefined);
      reset(empty);
      setOutcome(sent);
    } catch (error) {
      if (showServerFieldErrors({ error, names: fieldNames, setError })) return;
      setOutcome(failedMessageOutcome(error, { notSent }));
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send)}
      onInput={({ currentTarget }) => {
        setOutcome(undefined);
        draft.write(typedIn(currentTarget, fieldNames));
      }}
      className="grid gap-5"
    >
      <Field label="Assunto" error={errors.subject?.message} required>
        {(control) => (
          <Select {...control} {...register('subject')}>
            <option value="" disabled>
              Escolha um assunto
            </option>
            {supportSubjects.map((subject) => (
              <option key={subject}>{subject}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Mensagem" error={errors.message?.message} required>
        {(control) => <Textarea {...control} {...register('message')} rows={6} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Enviando...' : 'Enviar mensagem'}
        </Button>
        <FormStatus outcome={outcome} />
      </div>
    </form>
  );
}
