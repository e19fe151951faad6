import { type KeyboardEvent, useState } from 'react';
import { maxNoteLetters } from '#contract/marks.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { parseTextFields, useDraft } from '../../../forms/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form.tsx';
import { Textarea } from '../../../ui/inputs.tsx';

type NoteFieldProps = {
  markId: string;
  note: string;
  /** Rejects if the server does not take it. */
  onSave: (note: string) => Promise<void>;
  onClose: () => void;
};

const parseDraft = parseTextFields(['note']);

/** Keeps what the person types until the server has it. */
export function NoteField({ markId, note, onSave, onClose }: NoteFieldProps) {
  const draft = useDraft(`mark.${markId}`, parseDraft);
  const [typed, setTyped] = useState(() => draft.read()?.note ?? note);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<string>();

  function type(text: string) {
    setTyped(text);
    setFault(undefined);
    draft.write({ note: text });
  }

  function cancel() {
    draft.write(undefined);
    onClose();
  }

  async function save() {
    if (isSaving) return;
    if (typed.trim() === note) return cancel();
    setSaving(true);
    try {
      await onSave(typed.trim());
      cancel();
    } catch (error) {
      setFault(`A nota não foi salva. ${describeError(error).text}`);
      setSaving(false);
    }
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label="Nota" error={fault}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            rows={3}
            maxLength={maxNoteLetters}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKey}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSaving}>
          Salvar nota
        </Button>
        <Button variant="quiet" onClick={cancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
