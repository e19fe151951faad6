import { type Doubt, replaceEqual } from '#domain/transcript/doubt-order.ts';
import { withoutSigns } from '#domain/transcript/word-key.ts';
import { inaudible, writtenWord } from './written-word.ts';

type CurrentDoubt = Readonly<{ doubt: Doubt; text: string }>;
type World = Parameters<typeof replaceEqual>[0] & Readonly<{ open: readonly Doubt[] }>;

/** What the decision about the word in hand does to the other passages with an equal doubtful word. */
export type ForAll = Readonly<{
  /** The passages that are right with it. Those with another doubt stay open. */
  right: readonly number[];
  /** The texts that a correction changes, also further places in the passage in hand. */
  changes: readonly Readonly<{ id: number; after: string }>[];
  /** All passages that change or leave the list, with the one in hand. */
  count: number;
}>;

const onlyThis: ForAll = { right: [], changes: [], count: 1 };

export function decisionForAll(
  { open, ...world }: World,
  { doubt, text }: CurrentDoubt,
  now: string,
): ForAll {
  const written = writtenWord(text, doubt.word.start, now)?.text;
  if (written === text.slice(doubt.word.start, doubt.word.end)) {
    const right = open
      .filter(({ id, key, isOnly }) => id !== doubt.id && key === doubt.key && isOnly)
      .map(({ id }) => id);
    return { ...onlyThis, right, count: 1 + right.length };
  }
  const core = withoutSigns(written ?? '');
  // A deleted or unclear word says nothing about the others.
  if (core === '' || written?.includes(inaudible) === true) return onlyThis;
  // A change ends a warning about the whole passage.
  const warned = new Set(world.segments.filter(({ warning }) => warning !== undefined).map(({ id }) => id));
  const others = open.map(({ id }) => id).filter((id) => !warned.has(id));
  const ids = new Set([doubt.id, ...others]);
  const changes = replaceEqual(world, { key: doubt.key, core, ids });
  return { right: [], changes, count: 1 + changes.filter(({ id }) => id !== doubt.id).length };
}
