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

/** Two tabs share the place: each takes back only what it wrote or restored itself. */
export function keepDraftIn(storage: Storage, key: string): DraftKeep {
  const [ownTexts, ownNames] = [new Set<number>(), new Set<string>()];

  function own({ texts, names }: TextDraft) {
    for (const { id } of texts) ownTexts.add(id);
    for (const { speaker } of names) ownNames.add(speaker);
  }
  function kept(): TextDraft | undefined {
    try {
      const content = storage.getItem(key);
      return content === null ? undefined : parse(content);
    } catch {
      // Written by another version, or a browser that keeps nothing: there is nothing to restore.
      return undefined;
    }
  }

  return {
    read() {
      const draft = kept();
      if (draft !== undefined) own(draft);
      return draft;
    },
    write(draft) {
      own(draft);
      const others = kept();
      const texts = [...(others?.texts.filter(({ id }) => !ownTexts.has(id)) ?? []), ...draft.texts];
      const names = [
        ...(others?.names.filter(({ speaker }) => !ownNames.has(speaker)) ?? []),
        ...draft.names,
      ];
      try {
        if (texts.length + names.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify({ texts, names }));
      } catch {
        // Full or forbidden: saving to the server goes on all the same.
      }
    },
  };
}
