import type { ReactNode } from 'react';
import { textLinkClass } from '#web/ui/class-names.ts';

type DraftNoteProps = {
  /** Says which input was restored. */
  children: ReactNode;
  onDiscard: () => void;
};

/** Without this note, restored input looks like a saved value, or like text that the user did not type. */
export function DraftNote({ children, onDiscard }: DraftNoteProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {children}
      <button
        type="button"
        className={`inline-flex min-h-10 items-center ${textLinkClass}`}
        onClick={onDiscard}
      >
        Descartar
      </button>
    </p>
  );
}
