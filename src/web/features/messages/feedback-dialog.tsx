import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { parseTextFields, useDraft } from '#web/forms/drafts.ts';
import { failedMessageOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { sendFeedback } from './api.ts';

type FeedbackDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The sender, so that the team can reply. */
  sender: { name: string; email: string };
  fallbackFocus?: RefObject<HTMLElement | null>;
};

const thanks: FormOutcome = { kind: 'done', text: 'Obrigado. Recebemos seu feedback.' };
const notSent = 'Erro ao enviar feedback. Tente novamente.';

const closesAfterMs = 2_000;
const maxMessage = 5_000;
const parseDraft = parseTextFields(['message']);

export function FeedbackDialog({ open, onOpenChange, sender, fallbackFocus }: FeedbackDialogProps) {
  const draft = useDraft('feedback', parseDraft);
  const [message, setMessage] = useState(() => draft.read()?.message ?? '');
  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async () => {
      await sendFeedback({ name: sender.name, email: sender.email, message });
      setMessage('');
      draft.write(undefined);
      return thanks;
    },
    describeError: (error) => failedMessageOutcome(error, { notSent }),
  });

  useEffect(() => {
    if (outcome !== thanks) return;
    // Closed by hand: reset, so that the timer does not close a reopened dialog.
    if (!open) return void clearOutcome();
    const timer = setTimeout(() => onOpenChange(false), closesAfterMs);
    return () => clearTimeout(timer);
  }, [open, outcome, onOpenChange, clearOutcome]);

  function changeOpen(next: boolean) {
    // An error is shown once. If it arrives after closing, the reopened dialog shows it.
    if (outcome?.kind === 'failed') clearOutcome();
    onOpenChange(next);
  }

  function write(text: string) {
    setMessage(text);
    draft.write(text === '' ? undefined : { message: text });
    clearOutcome();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  // Show an error instead of using maxLength, which silently cuts pasted text.
  const isTooLong = message.trim().length > maxMessage;

  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      fallbackFocus={fallbackFocus}
      title="Enviar feedback"
      description="Conte o que ajuda, o que atrapalha ou o que falta. Lemos tudo."
    >
      <form onSubmit={onSubmit} className="mt-5 grid gap-4">
        <Field
          label="Seu feedback"
          error={isTooLong ? 'Mensagem deve ter no máximo 5.000 caracteres.' : undefined}
        >
          {(control) => (
            <Textarea {...control} rows={5} value={message} onChange={(event) => write(event.target.value)} />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" busy={isSending} disabled={message.trim() === '' || isTooLong || isSending}>
            {isSending ? 'Enviando...' : 'Enviar'}
          </Button>
          <FormStatus outcome={outcome} />
        </div>
      </form>
    </Dialog>
  );
}
