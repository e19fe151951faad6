import { isRecord } from '#domain/is-record.ts';

/** What somebody made of the prompt of one transcription, kept by the browser: a reload takes none of it. */
export type PromptDraft = Readonly<{
  /** Undefined is the server's. */
  text?: string | undefined;
  isEditing: boolean;
  /** Their own words that another prompt took the place of: they stay in the menu, however long ago that was. */
  replaced?: string | undefined;
}>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function parsePromptDraft(kept: unknown): PromptDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const draft = { text: textOf(kept.text), replaced: textOf(kept.replaced) };
  if (draft.text === undefined && draft.replaced === undefined) return undefined;
  return { ...draft, isEditing: kept.isEditing === true };
}

type Replacing = { before: string; serverPrompt: string; kept: string | undefined };

/** What to keep of the words that another prompt takes the place of: those that stand nowhere else. */
export function keptOfReplaced({ before, serverPrompt, kept }: Replacing, elsewhere: readonly string[]) {
  const isElsewhere = before.trim() === '' || before === serverPrompt || elsewhere.includes(before);
  return isElsewhere ? kept : before;
}
