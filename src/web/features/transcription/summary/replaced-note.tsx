import { type RefObject, useEffect } from 'react';
import type { usePrompt } from './use-prompt.ts';

type ReplacedNoteProps = {
  prompt: Pick<ReturnType<typeof usePrompt>, 'offer' | 'takeBack'>;
  /** Where the keys that undo everywhere else are about the prompt. */
  card: RefObject<HTMLElement | null>;
};

/** Stands in the card and not over it: what it is about, and the buttons beside it, stay in sight. */
export function ReplacedNote({ prompt: { offer, takeBack }, card }: ReplacedNoteProps) {
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
              // The button goes with the offer: the keys stay in the card.
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
