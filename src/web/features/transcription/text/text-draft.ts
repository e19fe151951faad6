import { z } from 'zod';
import type { Draft } from '#web/forms/drafts.ts';

const TextDraftSchema = z.object({
  texts: z.array(z.object({ id: z.int(), base: z.string(), mine: z.string() })),
  names: z.array(
    z.object({
      speaker: z.string(),
      after: z.string(),
      /** The server had the name too. */
      isKnown: z.boolean().optional(),
    }),
  ),
  /** Absent in a draft of an older release. The time tells whether the id still means the same segment. */
  spoken: z
    .array(
      z.object({ id: z.int(), startMs: z.number(), speaker: z.string().nullable(), assigned: z.boolean() }),
    )
    .default([]),
});

/** Unsaved edits, kept by the browser so that a crash or a lost connection loses nothing. */
export type TextDraft = z.infer<typeof TextDraftSchema>;

export const parseTextDraft = (kept: unknown) => TextDraftSchema.safeParse(kept).data;

export type TextDraftStore = ReturnType<typeof createTextDraftStore>;

/** Two tabs share one draft, so each tab removes only edits that it wrote or restored. */
export function createTextDraftStore(storage: Draft<TextDraft>) {
  const [ownTexts, ownNames, ownSpoken] = [new Set<number>(), new Set<string>(), new Set<number>()];

  function own({ texts, names, spoken }: TextDraft) {
    for (const { id } of texts) ownTexts.add(id);
    for (const { speaker } of names) ownNames.add(speaker);
    for (const { id } of spoken) ownSpoken.add(id);
  }

  return {
    read() {
      const draft = storage.read();
      if (draft !== undefined) own(draft);
      return draft;
    },
    write(draft: TextDraft) {
      own(draft);
      const others = storage.read();
      const texts = [...(others?.texts.filter(({ id }) => !ownTexts.has(id)) ?? []), ...draft.texts];
      const names = [
        ...(others?.names.filter(({ speaker }) => !ownNames.has(speaker)) ?? []),
        ...draft.names,
      ];
      const spoken = [...(others?.spoken.filter(({ id }) => !ownSpoken.has(id)) ?? []), ...draft.spoken];
      const isEmpty = texts.length + names.length + spoken.length === 0;
      storage.write(isEmpty ? undefined : { texts, names, spoken });
    },
  };
}
