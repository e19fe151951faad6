/** What somebody made of the prompt of one transcription, kept by the browser: a reload takes none of it. */
export type PromptDraft = Readonly<{ text: string; isEditing: boolean }>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keepPromptIn(storage: Storage, key: string) {
  return {
    read(): PromptDraft | undefined {
      try {
        const { text, isEditing } = JSON.parse(storage.getItem(key) ?? '{}') as Partial<PromptDraft>;
        return typeof text === 'string' ? { text, isEditing: isEditing === true } : undefined;
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
