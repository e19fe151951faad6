import { isRecord } from '#domain/is-record.ts';
import type { Draft } from '../../../forms/drafts.ts';
import type { NameChange, UnsavedEdit } from './text-edits.ts';

/** Unsaved edits, kept by the browser so that a crash or a lost connection loses nothing. */
export type TextDraft = Readonly<{
  texts: readonly UnsavedEdit[];
  names: readonly Omit<NameChange, 'before'>[];
}>;

export type TextDraftStore = Readonly<{
  read: () => TextDraft | undefined;
  write: (draft: TextDraft) => void;
}>;

const isText = (value: unknown): value is string => typeof value === 'string';

export function parseTextDraft(kept: unknown): TextDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const { texts, names } = kept as Partial<TextDraft>;
  if (!Array.isArray(texts) || !Array.isArray(names)) return undefined;
  const isSound =
    texts.every(({ id, base, mine }) => Number.isInteger(id) && isText(base) && isText(mine)) &&
    names.every(({ speaker, after }) => isText(speaker) && isText(after));
  return isSound ? { texts, names } : undefined;
}

/** Two tabs share one draft, so each tab removes only edits that it wrote or restored. */
export function createTextDraftStore(place: Draft<TextDraft>): TextDraftStore {
  const [ownTexts, ownNames] = [new Set<number>(), new Set<string>()];

  function own({ texts, names }: TextDraft) {
    for (const { id } of texts) ownTexts.add(id);
    for (const { speaker } of names) ownNames.add(speaker);
  }

  return {
    read() {
      const draft = place.read();
      if (draft !== undefined) own(draft);
      return draft;
    },
    write(draft) {
      own(draft);
      const others = place.read();
      const texts = [...(others?.texts.filter(({ id }) => !ownTexts.has(id)) ?? []), ...draft.texts];
      const names = [
        ...(others?.names.filter(({ speaker }) => !ownNames.has(speaker)) ?? []),
        ...draft.names,
      ];
      place.write(texts.length + names.length === 0 ? undefined : { texts, names });
    },
  };
}
