import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { displayName, untitled } from '#domain/transcript/transcription-name.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { type Draft, parseTextFields, useDraft } from '#web/forms/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/inputs.tsx';
import { saveTranscription, transcriptionQuery } from './api.ts';

const maxTitleLength = 200;
const parseDraft = parseTextFields(['title']);

export const useTitleDraft = (jobId: string) => useDraft(`title.${jobId}`, parseDraft);

type TitleFormProps = {
  shown: Transcription;
  draft: Draft<{ title?: string }>;
  takesFocus: boolean;
  onLeave: () => void;
};

/** In the place and the size of the title, so that nothing moves. */
export function TitleForm({ shown, draft, takesFocus, onLeave }: TitleFormProps) {
  const { job_id, title, file_name } = shown;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(() => draft.read()?.title ?? title ?? file_name);
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus || field.current === null) return;
    field.current.focus();
    field.current.select();
    // The focus shows the end of a long title, and a reader recognizes it by its beginning.
    field.current.scrollLeft = 0;
  }, [takesFocus]);
  const save = useMutation({
    mutationFn: (next: string | null) => saveTranscription(job_id, { title: next }),
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
    <>
      <h1 className="sr-only print:not-sr-only">{displayName(shown)}</h1>
      <form onSubmit={submit} className="flex min-w-0 grow items-center gap-1 print:hidden">
        <Input
          ref={field}
          aria-label="Título"
          value={typed}
          maxLength={maxTitleLength}
          placeholder={file_name || untitled}
          aria-invalid={save.isError || undefined}
          aria-describedby={save.isError ? errorId : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            draft.write({ title: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onLeave();
          }}
          className="h-10! min-w-0 max-w-reading grow px-2! text-lg! font-semibold"
        />
        <Button type="submit" busy={save.isPending} className="shrink-0 max-sm:size-10 max-sm:px-0">
          {save.isPending ? null : <Check aria-hidden="true" className="size-5 sm:hidden" />}
          <span className="max-sm:sr-only">Salvar</span>
        </Button>
        <Button variant="quiet" onClick={onLeave} className="shrink-0 max-sm:size-10 max-sm:px-0">
          <X aria-hidden="true" className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Cancelar</span>
        </Button>
      </form>
      {save.isError ? (
        <p
          id={errorId}
          role="alert"
          className="absolute inset-x-2 top-full z-10 max-w-reading rounded-card border border-line bg-raised px-4 py-3 text-sm text-loss shadow-float sm:left-14"
        >
          O título não foi salvo. {describeError(save.error).text}
        </p>
      ) : null}
    </>
  );
}
