import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Honeypot } from '#contract/honeypot.ts';
import { type Interest, InterestReplySchema, InterestSchema } from '#contract/messages.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';
import { paths } from '../../app/paths.ts';
import { useHoneypot } from '../../forms/honeypot.tsx';
import { failedMessageOutcome } from '../../forms/message-error.ts';
import { showServerFieldErrors } from '../../forms/server-errors.ts';
import { localizedZodResolver } from '../../forms/zod-resolver.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, type FormOutcome, FormStatus } from '../../ui/form.tsx';
import { Input } from '../../ui/inputs.tsx';
import { LegalLink } from '../../ui/legal-link.tsx';

/** Public: visitors may be interested in a future plan too. */
export function sendInterest(interest: Interest, guard: Honeypot) {
  return callApi(apiPaths.interest, {
    method: 'POST',
    auth: 'none',
    body: { ...interest, ...guard },
    parse: (answer) => InterestReplySchema.parse(answer),
  });
}

/** Specification, sections 4, 8 and 9: the texts differ between the public plans and the plan screen. */
const places = {
  plansBlock: {
    closesAfterMs: 2_000,
    done: 'Recebemos seu interesse! 🎉',
    failed: 'Erro ao enviar. Tente novamente.',
    privacy: paths.privacy,
  },
  plansScreen: {
    closesAfterMs: 3_000,
    done: '🎉 Interesse registrado com sucesso!',
    failed: '❌ Erro ao registrar interesse. Tente novamente.',
    privacy: paths.dashboardPrivacy,
  },
} as const;

type InterestDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  planName: string;
  place: keyof typeof places;
  /** Name and e-mail, if known. */
  known?: Interest;
};

const fieldNames = ['name', 'email'] as const;

export function InterestDialog({ open, onOpenChange, planName, place, known }: InterestDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Interesse no ${planName}`}
      description="Este plano ainda está sendo preparado. Deixe seu nome e e-mail, e avisamos quando ele chegar."
    >
      <InterestForm place={place} known={known} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type InterestFormProps = Pick<InterestDialogProps, 'place'> & {
  known: Interest | undefined;
  onClose: () => void;
};

/** Mounted only while the dialog is open, so that each opening starts fresh. */
function InterestForm({ place, known, onClose }: InterestFormProps) {
  const { closesAfterMs, done, failed, privacy } = places[place];
  const [state, setState] = useState<'writing' | 'done' | { fault: FormOutcome }>('writing');
  const sending = useRef(false);
  const { guard, hiddenField } = useHoneypot();
  const { register, handleSubmit, setError, formState } = useForm<Interest>({
    resolver: localizedZodResolver(InterestSchema),
    ...(known && { defaultValues: known }),
  });
  const { errors, isSubmitting } = formState;
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => close.current(), closesAfterMs);
    return () => clearTimeout(timer);
  }, [state, closesAfterMs]);

  async function send(interest: Interest) {
    if (sending.current || state === 'done') return;
    sending.current = true;
    setState('writing');
    try {
      await sendInterest(interest, await guard());
      setState('done');
    } catch (error) {
      if (showServerFieldErrors({ error, names: fieldNames, setError })) return;
      setState({ fault: failedMessageOutcome(error, { notSent: failed }) });
    } finally {
      sending.current = false;
    }
  }

  const outcome: FormOutcome | undefined =
    state === 'writing' ? undefined : state === 'done' ? { kind: 'done', text: done } : state.fault;

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send)}
      onInput={() => state !== 'done' && setState('writing')}
      className="relative mt-5 grid gap-4"
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
      <p className="text-sm text-ink-soft">
        Seu e-mail serve só para este aviso, como diz a{' '}
        <LegalLink to={privacy}>Política de privacidade</LegalLink>.
      </p>
      <FormStatus outcome={outcome} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" busy={isSubmitting} disabled={state === 'done'}>
          {isSubmitting ? 'Enviando...' : 'Enviar'}
        </Button>
      </div>
    </form>
  );
}
