import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { formatDate } from '#domain/format/dates.ts';
import { displayName, untitled } from '#domain/transcript/transcription-name.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { formatMinutes } from '../../../format/time.ts';
import { type Draft, parseTextFields, useDraft } from '../../../forms/drafts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Input } from '../../../ui/inputs.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { saveTitle, transcriptionQuery } from './api.ts';
import { DeleteButton } from './delete-button.tsx';

const maxTitleLength = 200;
const parseDraft = parseTextFields(['title']);

function TitleEditor({ shown }: { shown: Transcription }) {
  const draft = useDraft(`title.${shown.job_id}`, parseDraft);
  const [isEditing, setEditing] = useState(() => draft.read() !== undefined);
  // A draft opens the form without focus, so that a player shortcut does not overwrite the draft.
  const [takesFocus, setTakesFocus] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const name = displayName(shown);

  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  function leave() {
    draft.write(undefined);
    setEditing(false);
  }

  if (isEditing) return <TitleForm shown={shown} draft={draft} takesFocus={takesFocus} onLeave={leave} />;
  return (
    <div>
      <h1 className="inline text-xl font-semibold wrap-anywhere">{name}</h1>
      {/* Inline, so that it follows the last word of a long title. */}
      <IconButton
        ref={pencil}
        label="Editar título"
        className="-my-1 ml-1 align-bottom"
        onClick={() => {
          setTakesFocus(true);
          setEditing(true);
        }}
      >
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

type TitleFormProps = {
  shown: Transcription;
  draft: Draft<{ title?: string }>;
  takesFocus: boolean;
  onLeave: () => void;
};

function TitleForm({ shown, draft, takesFocus, onLeave }: TitleFormProps) {
  const { job_id, title, file_name } = shown;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(() => draft.read()?.title ?? title ?? file_name);
  const errorId = useId();
  const save = useMutation({
    mutationFn: (next: string | null) => saveTitle(job_id, next),
    onSuccess(_, next) {
      const { queryKey } = transcriptionQuery(job_id);
      queryClient.setQueryData(queryKey, (before) => before && { ...before, title: next });
      onLeave();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const next = typed.trim();
    if (next === (title ?? file_name).trim()) return onLeave();
    // An empty title falls back to the file name.
    save.mutate(next === '' || next === file_name ? null : next);
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <h1 className="sr-only print:not-sr-only">{displayName(shown)}</h1>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Input
          autoFocus={takesFocus}
          aria-label="Título"
          value={typed}
          maxLength={maxTitleLength}
          placeholder={file_name || untitled}
          aria-invalid={save.isError || undefined}
          aria-describedby={save.isError ? errorId : undefined}
          onFocus={({ target }) => {
            if (takesFocus) target.select();
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            draft.write({ title: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onLeave();
          }}
          className="min-w-0 max-w-reading grow basis-64 text-lg font-semibold"
        />
        <Button type="submit" busy={save.isPending}>
          Salvar
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Cancelar
        </Button>
      </div>
      {save.isError ? (
        <p id={errorId} role="alert" className="text-sm text-loss">
          O título não foi salvo. {describeError(save.error).text}
        </p>
      ) : null}
    </form>
  );
}

/** The date, duration and file name, shown below the title. */
function transcriptionFacts(shown: Transcription): string[] {
  const { created_at, audio_duration, title, file_name } = shown;
  return [
    formatDate(created_at),
    ...(audio_duration > 0 ? [formatMinutes(audio_duration)] : []),
    ...(title?.trim() && file_name.trim() ? [file_name] : []),
  ];
}

export function TranscriptionHead({ shown }: { shown: Transcription | undefined }) {
  if (shown === undefined)
    return (
      <div aria-busy="true" className="grid gap-3">
        <h1 className="sr-only">Transcrição</h1>
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-5 w-52" />
      </div>
    );
  return (
    <div className="grid gap-1.5">
      <TitleEditor key={shown.job_id} shown={shown} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ul className="flex min-w-0 flex-wrap gap-x-2 text-sm text-ink-soft">
          {transcriptionFacts(shown).map((fact, at) => (
            <li key={fact} className="min-w-0 wrap-anywhere">
              {at === 0 ? null : (
                <span aria-hidden="true" className="mr-2 text-ink-faint">
                  ·
                </span>
              )}
              {fact}
            </li>
          ))}
        </ul>
        <DeleteButton shown={shown} />
      </div>
    </div>
  );
}
