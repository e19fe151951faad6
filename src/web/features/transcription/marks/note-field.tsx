import { type KeyboardEvent, useRef, useState } from 'react';
import { maxNoteLetters } from '#contract/marks.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { parseTextFields, useDraft } from '#web/forms/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/inputs.tsx';

type NoteFieldProps = {
  markId: string;
  note: string;
  /** Rejects if the server does not take it. */
  onSave: (note: string) => Promise<void>;
  /** The focus was in the field, and goes back to the mark. */
  onClose: (hadFocus: boolean) => void;
};

const parseDraft = parseTextFields(['note']);

/** A note that the person has typed and the server does not have. */
export const useNoteDraft = (markId: string) => useDraft(`mark.${markId}`, parseDraft);

/** Keeps what the person types until the server has it. */
export function NoteField({ markId, note, onSave, onClose }: NoteFieldProps) {
  const draft = useNoteDraft(markId);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => draft.read()?.note ?? note);
  const [noteBefore] = useState(note);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<string>();

  const latest = useRef(typed);
  function type(text: string) {
    latest.current = text;
    setTyped(text);
    setFault(undefined);
    draft.write(text.trim() === note ? undefined : { note: text });
  }

  const close = () => onClose(form.current?.contains(document.activeElement) === true);

  function discard() {
    draft.write(undefined);
    close();
  }

  async function save() {
    if (isSaving) return;
    const sent = typed.trim();
    if (sent === note) return discard();
    setSaving(true);
    try {
      await onSave(sent);
      // The person may have typed on meanwhile.
      if (latest.current.trim() === sent) discard();
    } catch (error) {
      setFault(`A nota não foi salva. ${describeError(error).text}`);
    }
    setSaving(false);
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    // The typed note stays as a draft.
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form
      ref={form}
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
      {note === noteBefore || note === typed.trim() || isSaving ? null : (
        <p className="text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
          A nota da outra aba: {note === '' ? '(vazia)' : `“${note}”`}. Salvar substitui essa nota.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSaving}>
          Salvar nota
        </Button>
        <Button variant="quiet" onClick={discard}>
          Descartar
        </Button>
      </div>
    </form>
  );
}
