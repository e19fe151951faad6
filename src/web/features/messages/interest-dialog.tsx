import { useEffect, useRef } from 'react';
import { type Interest, InterestSchema } from '#contract/messages.ts';
import { paths } from '#web/app/paths.ts';
import { useHoneypot } from '#web/forms/honeypot.tsx';
import { failedMessageOutcome } from '#web/forms/server-errors.ts';
import { EmailField, TextField, useServerForm } from '#web/forms/server-form.tsx';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { LegalLink } from '#web/ui/legal-link.tsx';
import { sendInterest } from './api.ts';

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
  origin: keyof typeof places;
  /** Name and e-mail, if known. */
  known?: Interest;
};

export function InterestDialog({ open, onOpenChange, planName, origin, known }: InterestDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Interesse no ${planName}`}
      description="Este plano ainda está sendo preparado. Deixe seu nome e e-mail, e avisamos quando ele chegar."
    >
      <InterestForm origin={origin} known={known} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type InterestFormProps = Pick<InterestDialogProps, 'origin'> & {
  known: Interest | undefined;
  onClose: () => void;
};

/** Mounted only while the dialog is open, so that each opening starts fresh. */
function InterestForm({ origin, known, onClose }: InterestFormProps) {
  const { closesAfterMs, done, failed, privacy } = places[origin];
  const { guard, hiddenField } = useHoneypot();
  const form = useServerForm<Interest>({
    resolver: localizedZodResolver(InterestSchema),
    defaultValues: known,
    send: async (interest) => {
      await sendInterest(interest, await guard());
      return { kind: 'done', text: done };
    },
    names: ['name', 'email'],
    describeError: (error) => failedMessageOutcome(error, { notSent: failed }),
    once: true,
  });
  const { isSubmitting, outcome } = form;
  const isDone = outcome?.kind === 'done';
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => close.current(), closesAfterMs);
    return () => clearTimeout(timer);
  }, [isDone, closesAfterMs]);

  return (
    <form {...form.props} className="relative mt-5 grid gap-4">
      {hiddenField}
      <TextField form={form} name="name" label="Nome" required autoComplete="name" />
      <EmailField form={form} name="email" label="E-mail" />
      <p className="text-sm text-ink-soft">
        Seu e-mail serve só para este aviso, como diz a{' '}
        <LegalLink to={privacy}>Política de privacidade</LegalLink>.
      </p>
      <FormStatus outcome={outcome} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" busy={isSubmitting} disabled={isDone}>
          {isSubmitting ? 'Enviando...' : 'Enviar'}
        </Button>
      </div>
    </form>
  );
}
