import { Lock, Sparkles } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { restoredPrompt } from '#contract/ready-prompts.ts';
import { longestPrompt, promptSchema } from '#contract/summary.ts';
import { Button } from '../../ui/button.tsx';
import { offerUndo } from '../../ui/offer-undo.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { PromptMenu } from './prompt-menu.tsx';
import type { usePrompt } from './use-prompt.ts';

type PromptEditorProps = {
  prompt: ReturnType<typeof usePrompt>;
  hasSummary: boolean;
  isBusy: boolean;
  /** No model is there to ask. */
  isOff: boolean;
  onGenerate: (prompt: string) => void;
  fault: ReactNode;
};

const count = new Intl.NumberFormat('pt-BR');

export function PromptEditor({ prompt, hasSummary, isBusy, isOff, onGenerate, fault }: PromptEditorProps) {
  const { text, isEditing, change } = prompt;
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useGrowing(area, text);

  /** The prompt as it may be sent, or nothing and its fault on the screen. */
  function checked(): string | undefined {
    const { data, error: fault } = promptSchema.safeParse(text);
    setError(fault?.issues[0]?.message);
    if (data === undefined) area.current?.focus();
    return data;
  }

  function turn() {
    if (!isEditing) {
      change({ isEditing: true });
      area.current?.focus();
      return;
    }
    const sound = checked();
    if (sound !== undefined) change({ text: sound, isEditing: false });
  }

  function generate() {
    const sound = checked();
    if (sound === undefined) return change({ isEditing: true });
    change({ text: sound, isEditing: false });
    onGenerate(sound);
  }

  function replace(next: string, said: string, isKept = false) {
    if (next === text) return;
    const before = text;
    setError(undefined);
    change({ text: next });
    if (!isKept && before !== restoredPrompt) offerUndo(said, () => change({ text: before }));
  }

  const described = [error && `${id}-error`, isEditing && `${id}-count`].filter(Boolean).join(' ');
  return (
    <div className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
          Prompt do resumo
          {isEditing ? null : <Lock aria-hidden="true" className="size-3.5 text-ink-faint" />}
        </label>
        <PromptMenu
          text={text}
          canSave={promptSchema.safeParse(text).success}
          onChoose={(chosen, isKept) => replace(chosen, 'Prompt trocado.', isKept)}
        />
      </div>
      <Textarea
        ref={area}
        id={id}
        rows={3}
        value={text}
        readOnly={!isEditing}
        maxLength={longestPrompt}
        aria-invalid={error !== undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => {
          setError(undefined);
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
        {isEditing ? (
          <p id={`${id}-count`} className="mt-1.5 ml-auto text-sm text-ink-soft tabular-nums">
            {count.format(text.length)} de {count.format(longestPrompt)} caracteres
          </p>
        ) : null}
      </div>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
        <Button variant="secondary" onClick={turn}>
          {isEditing ? 'Salvar e Bloquear' : 'Editar Prompt'}
        </Button>
        {isEditing ? (
          <Button variant="quiet" onClick={() => replace(restoredPrompt, 'Prompt padrão restaurado.')}>
            Restaurar Padrão
          </Button>
        ) : null}
        <Button busy={isBusy} disabled={isOff} onClick={generate} className="sm:ml-auto">
          {isBusy ? null : <Sparkles aria-hidden="true" className="size-4" />}
          {isBusy ? 'Gerando...' : hasSummary ? 'Gerar novamente com este prompt' : 'Gerar com este prompt'}
        </Button>
      </div>
      {isOff ? (
        <p className="mt-3 text-sm text-ink-soft">
          Esta instalação ainda não tem um modelo de linguagem: por enquanto, não é possível gerar resumos.
        </p>
      ) : (
        fault
      )}
    </div>
  );
}

/** As high as its text, up to a third of the screen: a locked box that hides half of what it says helps nobody. */
function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from its text
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let width = 0;
    const watch = new ResizeObserver(() => {
      // Higher by a hand that drags is as it should be: only another width makes other lines.
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight + 2}px`;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [area, text]);
}
