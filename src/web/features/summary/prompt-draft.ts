/** What somebody made of the prompt of one transcription, kept by the browser: a reload takes none of it. */
export type PromptDraft = Readonly<{
  /** Undefined is the server's. */
  text?: string | undefined;
  isEditing: boolean;
  /** Their own words that another prompt took the place of: they stay in the menu, however long ago that was. */
  replaced?: string | undefined;
}>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function keepPromptIn(storage: Storage, key: string) {
  return {
    read(): PromptDraft | undefined {
      try {
        const kept = JSON.parse(storage.getItem(key) ?? '{}') as Partial<PromptDraft>;
        const draft = { text: textOf(kept.text), replaced: textOf(kept.replaced) };
        if (draft.text === undefined && draft.replaced === undefined) return undefined;
        return { ...draft, isEditing: kept.isEditing === true };
      } catch {
        // Written by another version, or a browser that keeps nothing: there is nothing to restore.
        return undefined;
      }
    },
    write(draft: PromptDraft | undefined) {
      try {
        if (draft === undefined) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(draft));
      } catch {
        // Full or forbidden: the prompt stays on the page all the same.
      }
    },
  };
}

type Replacing = { before: string; serverPrompt: string; kept: string | undefined };

/** What to keep of the words that another prompt takes the place of: those that stand nowhere else. */
export function keptOfReplaced({ before, serverPrompt, kept }: Replacing, elsewhere: readonly string[]) {
  const isElsewhere = before.trim() === '' || before === serverPrompt || elsewhere.includes(before);
  return isElsewhere ? kept : before;
}
