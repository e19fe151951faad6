import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { VoicesField } from '#web/forms/voices-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { stateVoices, transcriptionQuery } from './api.ts';

type VoicesDialogProps = {
  shown: Pick<Transcription, 'job_id' | 'voices'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

const failedText = 'Não foi possível separar as vozes desta gravação. O texto está completo.';

/** How many people speak, as the person knows it: the search for voices obeys it. */
export function VoicesDialog({ shown, open, onOpenChange, fallbackFocus }: VoicesDialogProps) {
  const { state, stated } = shown.voices;
  const [chosen, setChosen] = useState<number | null>();
  const voices = chosen === undefined ? stated : chosen;
  const queryClient = useQueryClient();
  const stating = useMutation({
    mutationFn: () => stateVoices(shown.job_id, voices),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: transcriptionQuery(shown.job_id).queryKey });
      onOpenChange(false);
      setChosen(undefined);
    },
  });
  const searchFault = state === 'failed' ? failedText : undefined;
  const fault = stating.error === null ? searchFault : describeError(stating.error).text;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Quantas pessoas falam?"
      description="Diga um número se souber: as falas são divididas entre tantas vozes. Os nomes que você deu ficam com as mesmas vozes, e o que você corrigiu não muda."
      fallbackFocus={fallbackFocus}
    >
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          stating.mutate();
        }}
      >
        <VoicesField voices={voices} onChange={setChosen} />
        {fault === undefined ? null : <FormStatus outcome={{ kind: 'failed', text: fault }} />}
        <Button type="submit" busy={stating.isPending} className="justify-self-start">
          Separar as vozes
        </Button>
      </form>
    </Dialog>
  );
}
