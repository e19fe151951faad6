import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { paths } from '#web/app/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showUndoToast, toast } from '#web/ui/toast.tsx';
import { clearTranscriptionStorage } from '../transcription-storage.ts';
import { deleteTranscriptions, isTranscriptionRunning, restoreTranscriptions } from './api.ts';

type DeleteDialogProps = {
  shown: Transcription;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

export function DeleteDialog({ shown, open, onOpenChange, fallbackFocus }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { job_id: id } = shown;
  const name = displayName(shown);

  async function undo() {
    try {
      await restoreTranscriptions([id]);
      await queryClient.invalidateQueries();
      void navigate(paths.transcription(id));
    } catch (error) {
      toast.error(`“${name}” não voltou. ${describeError(error).text}`);
    }
  }

  const remove = useMutation({
    mutationFn: () => deleteTranscriptions([id]),
    async onSuccess() {
      onOpenChange(false);
      // Refetch on the next page only: a refetch on this page would return 404.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await navigate(paths.transcriptions);
      // Clear after navigation, because the page writes its drafts when it unmounts.
      const remember = clearTranscriptionStorage([id]);
      showUndoToast('Transcrição excluída.', () => {
        remember();
        void undo();
      });
    },
  });

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      fallbackFocus={fallbackFocus}
      title="Excluir esta transcrição?"
      description={
        <span className="wrap-anywhere">
          “{name}” sai da sua lista, com o texto e o áudio.
          {isTranscriptionRunning(shown) ? ' A transcrição em andamento para.' : ''} Excluir não devolve os
          minutos do plano.
        </span>
      }
      confirmLabel="Excluir"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      {...(remove.isError && { error: describeError(remove.error).text })}
    />
  );
}
