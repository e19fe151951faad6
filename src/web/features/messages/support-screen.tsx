import { useEffect } from 'react';
import { type SupportRequest, SupportRequestSchema, supportSubjects } from '#contract/messages.ts';
import { SupportEmail } from '#web/app/support-email.tsx';
import { parseTextFields, readFormFields, useDraft } from '#web/forms/drafts.ts';
import { failedMessageOutcome } from '#web/forms/server-errors.ts';
import { useServerForm } from '#web/forms/server-form.tsx';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field, type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { Select, Textarea } from '#web/ui/inputs.tsx';
import { TitledSection } from '#web/ui/titled-section.tsx';
import { sendSupportRequest } from './api.ts';

const sent: FormOutcome = { kind: 'done', text: 'Mensagem enviada com sucesso! Responderemos em breve.' };
const notSent = 'Erro ao enviar. Tente novamente mais tarde.';
const thanksForMs = 3_000;
const fieldNames = ['subject', 'message'] as const satisfies (keyof SupportRequest)[];
const parseDraft = parseTextFields(fieldNames);
const empty = { subject: '', message: '' } as unknown as SupportRequest;

export function SupportForm() {
  const draft = useDraft('support', parseDraft);
  const form = useServerForm<SupportRequest>({
    defaultValues: { ...empty, ...(draft.read() as Partial<SupportRequest>) },
    resolver: localizedZodResolver(SupportRequestSchema),
    send: async (request) => {
      await sendSupportRequest(request);
      draft.write(undefined);
      form.reset(empty);
      return sent;
    },
    names: fieldNames,
    describeError: (error) => failedMessageOutcome(error, { notSent }),
  });
  const { register, errors, isSubmitting, outcome, clearOutcome } = form;

  useEffect(() => {
    if (outcome !== sent) return;
    const timer = setTimeout(clearOutcome, thanksForMs);
    return () => clearTimeout(timer);
  }, [outcome, clearOutcome]);

  return (
    <form
      {...form.props}
      onInput={({ currentTarget }) => {
        clearOutcome();
        draft.write(readFormFields(currentTarget, fieldNames));
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

/** Specification, section 2: raising the limit, the watermark, the processing time, and closing the account. */
export const supportQuestions = [
  {
    question: 'Como aumento meu limite?',
    answer:
      'Escolha um plano com mais horas em “Ver planos”. A mudança vale assim que o pagamento é confirmado. No plano atual, as horas se renovam no primeiro dia de cada mês.',
  },
  {
    question: 'Como tiro a marca d’água?',
    answer:
      'Ela faz parte do plano gratuito. Em um plano pago ela some de todas as suas transcrições, inclusive das antigas.',
  },
  {
    question: 'Quanto tempo leva uma transcrição?',
    answer:
      'Depende da duração do arquivo e da fila, mas costuma ser bem menos do que o tempo da gravação. Você pode fechar a página: um e-mail avisa quando termina.',
  },
  {
    question: 'Como cancelo minha conta?',
    answer:
      'Em “Conta”, no fim da página, escolha “Deletar minha conta”. A assinatura é encerrada e seus dados são apagados. Para ficar sem o plano pago, basta cancelar a assinatura em “Meu plano”.',
  },
] as const;

function SupportAddress() {
  return (
    <span className="block min-h-10">
      Se preferir, escreva para <SupportEmail />.
    </span>
  );
}

export function SupportScreen() {
  return (
    <div className="mt-8">
      <TitledSection title="Fale com a equipe" description={<SupportAddress />}>
        <SupportForm />
      </TitledSection>
      <TitledSection title="Dúvidas comuns">
        <div className="-mt-4">
          {supportQuestions.map(({ question, answer }) => (
            <Disclosure key={question} title={question} headingLevel={3} group="duvidas">
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </TitledSection>
    </div>
  );
}
