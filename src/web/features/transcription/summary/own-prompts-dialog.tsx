import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { toast } from 'sonner';
import type { SavedPrompt } from '#contract/summary.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { offerUndo } from '../../../ui/offer-undo.ts';
import { deletePrompt, savedPromptsQuery, savePrompt } from './saved-prompts.ts';

type OwnPromptsDialogProps = {
  open: boolean;
  onClose: () => void;
  own: readonly SavedPrompt[];
  opener: RefObject<HTMLElement | null>;
};

/** Deletes at once and takes it back on demand: the words are still here. */
function useRemoval() {
  const queryClient = useQueryClient();
  const { queryKey } = savedPromptsQuery;
  const show = (next: (own: SavedPrompt[]) => SavedPrompt[]) =>
    queryClient.setQueryData<SavedPrompt[]>(queryKey, (own = []) => next(own));

  async function bringBack({ name, prompt }: SavedPrompt) {
    try {
      const saved = await savePrompt({ name, prompt });
      show((own) => [...own, saved]);
    } catch (error) {
      toast.error(describeError(error).text, {
        action: { label: 'Tentar de novo', onClick: () => void bringBack({ id: '', name, prompt }) },
      });
    }
  }

  return async (removed: SavedPrompt) => {
    show((own) => own.filter(({ id }) => id !== removed.id));
    try {
      await deletePrompt(removed.id);
      offerUndo('Prompt excluído.', () => void bringBack(removed));
    } catch (error) {
      toast.error(describeError(error).text);
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

export function OwnPromptsDialog({ open, onClose, own, opener }: OwnPromptsDialogProps) {
  const remove = useRemoval();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Meus prompts"
      description="Excluir um deles não muda os resumos que já foram feitos."
      openerOfMenu={opener}
    >
      {own.length === 0 ? (
        <p className="mt-5 text-ink-soft">Nenhum prompt guardado.</p>
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {own.map((saved) => (
            <li key={saved.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 grow">
                <p className="truncate font-medium">{saved.name}</p>
                <p className="truncate text-sm text-ink-soft">{saved.prompt}</p>
              </div>
              <IconButton label={`Excluir ${saved.name}`} onClick={() => void remove(saved)}>
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
