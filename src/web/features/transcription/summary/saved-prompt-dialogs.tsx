import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { type SavedPrompt, SavedPromptInputSchema } from '#contract/summary.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/form.tsx';
import { Input } from '#web/ui/inputs.tsx';
import { showUndoToast, toast } from '#web/ui/toast.tsx';
import { deletePrompt, savedPromptsQuery, savePrompt } from './api.ts';

type SavePromptDialogProps = {
  open: boolean;
  onClose: () => void;
  prompt: string;
  opener: RefObject<HTMLElement | null>;
};

const nameSchema = SavedPromptInputSchema.shape.name;

export function SavePromptDialog({ open, onClose, prompt, opener }: SavePromptDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Guardar este prompt"
      description="Ele aparece em “Meus prompts” em todas as transcrições."
      fallbackFocus={opener}
    >
      <NameForm prompt={prompt} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ prompt, onClose }: Pick<SavePromptDialogProps, 'prompt' | 'onClose'>) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const checked = nameSchema.safeParse(name);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setSaving(true);
    setError(undefined);
    try {
      const saved = await savePrompt({ name: checked.data, prompt });
      queryClient.setQueryData<SavedPrompt[]>(savedPromptsQuery.queryKey, (own = []) => [
        ...own.filter(({ id }) => id !== saved.id),
        saved,
      ]);
      void queryClient.invalidateQueries({ queryKey: savedPromptsQuery.queryKey });
      toast.success('Prompt guardado.');
      onClose();
    } catch (fault) {
      setError(describeError(fault).text);
    } finally {
      setSaving(false);
    }
  }

  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={(event) => void save(event)}>
      <Field label="Nome" required {...(error === undefined ? {} : { error })}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={80}
            autoComplete="off"
            placeholder="Ata da diretoria"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" busy={isSaving}>
          Guardar prompt
        </Button>
      </div>
    </form>
  );
}

type OwnPromptsDialogProps = {
  open: boolean;
  onClose: () => void;
  own: readonly SavedPrompt[];
  opener: RefObject<HTMLElement | null>;
};

/** Deletes at once; an undo saves the prompt again from memory. */
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
      showUndoToast('Prompt excluído.', () => void bringBack(removed));
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
      fallbackFocus={opener}
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
