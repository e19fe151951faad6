import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { toast } from 'sonner';
import { type SavedPrompt, SavedPromptInputSchema } from '#contract/summary.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { savedPromptsQuery, savePrompt } from './saved-prompts.ts';

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
      openerOfMenu={opener}
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
