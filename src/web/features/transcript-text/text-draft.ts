import type { NameChange } from './edit-history.ts';
import type { Unsaved } from './merge-edits.ts';

/** What the server does not have yet, kept by the browser until it has: a crash or a lost network takes nothing. */
export type TextDraft = Readonly<{
  texts: readonly Unsaved[];
  names: readonly Omit<NameChange, 'before'>[];
}>;

export type DraftKeep = Readonly<{
  read: () => TextDraft | undefined;
  write: (draft: TextDraft) => void;
}>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isText = (value: unknown): value is string => typeof value === 'string';

function parse(kept: string): TextDraft | undefined {
  const { texts, names } = JSON.parse(kept) as Partial<TextDraft>;
  if (!Array.isArray(texts) || !Array.isArray(names)) return undefined;
  const isSound =
    texts.every(({ id, base, mine }) => Number.isInteger(id) && isText(base) && isText(mine)) &&
    names.every(({ speaker, after }) => isText(speaker) && isText(after));
  return isSound ? { texts, names } : undefined;
}

export function keepDraftIn(storage: Storage, key: string): DraftKeep {
  return {
    read() {
      try {
        const kept = storage.getItem(key);
        return kept === null ? undefined : parse(kept);
      } catch {
        // Written by another version, or a browser that keeps nothing: there is nothing to restore.
        return undefined;
      }
    },
    write(draft) {
      try {
        if (draft.texts.length + draft.names.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(draft));
      } catch {
        // Full or forbidden: saving to the server goes on all the same.
      }
    },
  };
}
