import { Lock, Sparkles, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { maxPromptLength, promptSchema } from '#contract/summary.ts';
import { restoredPrompt } from '#domain/ready-prompts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Textarea } from '#web/ui/inputs.tsx';
import { PromptMenu } from './prompt-menu.tsx';
import type { usePrompt } from './use-prompt.ts';

type ReplacedNoteProps = {
  prompt: Pick<ReturnType<typeof usePrompt>, 'offer' | 'takeBack'>;
  /** Inside this element, Ctrl+Z undoes the replacement. */
  card: RefObject<HTMLElement | null>;
};

/** Part of the card and not a toast, so that it does not cover the prompt and its buttons. */
function ReplacedNote({ prompt: { offer, takeBack }, card }: ReplacedNoteProps) {
  useEffect(() => {
    if (offer === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || !(event.target instanceof Node) || !card.current?.contains(event.target)) return;
      event.preventDefault();
      takeBack();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <div role="status" className="text-sm text-ink-soft">
      {offer === undefined ? null : (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3">
          {offer.said}
          <button
            type="button"
            className="-my-2.5 min-h-10 rounded-control px-1 font-medium text-thread hover:text-thread-deep"
            onClick={() => {
              takeBack();
              // This button unmounts with the offer, so move the focus to the textarea.
              card.current?.querySelector('textarea')?.focus();
            }}
          >
            Desfazer
          </button>
        </p>
      )}
    </div>
  );
}

type PromptEditorProps = {
  prompt: ReturnType<typeof usePrompt>;
  hasSummary: boolean;
  /** No model is configured. */
  isOff: boolean;
  onGenerate: (prompt: string) => void;
  /** Undefined if another control closes the editor. */
  onClose: (() => void) | undefined;
};

const count = new Intl.NumberFormat('pt-BR');

export function PromptEditor({ prompt, hasSummary, isOff, onGenerate, onClose }: PromptEditorProps) {
  const { text, isEditing, change } = prompt;
  const [refused, setRefused] = useState<string>();
  const card = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useGrowing(area, text);
  const { data: sound, error: unsound } = promptSchema.safeParse(text);
  const isTooLong = text.trim().length > maxPromptLength;
  // Report a short prompt on submit, but a long one at once, because pasted text is already complete.
  const error = refused ?? (isTooLong ? unsound?.issues[0]?.message : undefined);

  function refuse() {
    setRefused(unsound?.issues[0]?.message);
    change({ isEditing: true });
    area.current?.focus();
  }

  function turn() {
    if (!isEditing) {
      change({ isEditing: true });
      // Put the caret at the end, where the user continues.
      area.current?.setSelectionRange(text.length, text.length);
      area.current?.focus();
      return;
    }
    if (sound === undefined) return refuse();
    change({ text: sound, isEditing: false });
  }

  function generate() {
    if (sound === undefined) return refuse();
    change({ text: sound, isEditing: false });
    onGenerate(sound);
  }

  function replace(next: string, said: string) {
    setRefused(undefined);
    prompt.replace(next, said);
  }

  const described = [error && `${id}-error`, isEditing && `${id}-count`].filter(Boolean).join(' ');
  return (
    <div ref={card} className="rounded-card border border-line bg-raised p-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
          Prompt do resumo
          {isEditing ? null : <Lock aria-hidden="true" className="size-3.5 text-ink-faint" />}
        </label>
        {onClose === undefined ? null : (
          <IconButton label="Fechar o prompt" className="-m-2" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
      <div className="mt-3 grid @form:justify-items-start">
        <PromptMenu
          text={text}
          replaced={prompt.replaced}
          canSave={sound !== undefined}
          onChoose={(chosen) => replace(chosen, 'Prompt trocado.')}
        />
      </div>
      <Textarea
        ref={area}
        id={id}
        rows={3}
        value={text}
        readOnly={!isEditing}
        aria-invalid={error !== undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => {
          setRefused(undefined);
          change({ text: event.target.value });
        }}
        className="mt-3 max-h-80 read-only:resize-none read-only:border-line read-only:bg-sunken read-only:text-ink-soft"
      />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        {error === undefined ? null : (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-loss">
            {error}
          </p>
        )}
        <ReplacedNote prompt={prompt} card={card} />
        {isEditing ? (
          <p
            id={`${id}-count`}
            className={classNames(
              'mt-1.5 ml-auto text-sm tabular-nums',
              isTooLong ? 'text-loss' : 'text-ink-soft',
            )}
          >
            {count.format(text.length)} de {count.format(maxPromptLength)} caracteres
          </p>
        ) : null}
      </div>
      <div className="mt-3 flex flex-col gap-2 @form:flex-row @form:flex-wrap @form:items-center">
        <Button variant="secondary" onClick={turn}>
          {isEditing ? 'Salvar e Bloquear' : 'Editar Prompt'}
        </Button>
        {isEditing ? (
          <Button variant="quiet" onClick={() => replace(restoredPrompt, 'Prompt padrão restaurado.')}>
            Restaurar Padrão
          </Button>
        ) : null}
        <Button disabled={isOff} onClick={generate} className="@form:ml-auto">
          <Sparkles aria-hidden="true" className="size-4 shrink-0" />
          {hasSummary ? 'Gerar novamente com este prompt' : 'Gerar com este prompt'}
        </Button>
      </div>
    </div>
  );
}

/** Grows the textarea with its text up to its maximum height, so that a locked prompt stays readable. */
function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let width = 0;
    const watch = new ResizeObserver(() => {
      // Keep a height that the user set by dragging; only a new width changes the line breaks.
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight + 2}px`;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [area, text]);
}
