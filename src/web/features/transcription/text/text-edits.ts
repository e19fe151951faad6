import type { NameChange, SpeakerChange } from './text-speakers.ts';

export type TextChange = Readonly<{ id: number; before: string; after: string }>;

/** The changes that one undo reverts. */
export type Step = Readonly<{
  texts?: readonly TextChange[];
  names?: readonly NameChange[];
  spoken?: readonly SpeakerChange[];
}>;

export type EditHistory = Readonly<{
  done: readonly Step[];
  undone: readonly Step[];
  /** While the user keeps typing in this segment, letters join the last step. */
  typing: Readonly<{ id: number; atMs: number }> | undefined;
}>;

export const emptyHistory: EditHistory = { done: [], undone: [], typing: undefined };

const maxSteps = 500;
const typingPauseMs = 1_000;
/** The limit of letters in one step, so that one undo does not remove a paragraph. */
const maxTyping = 40;

const isEmpty = ({ texts = [], names = [], spoken = [] }: Step) =>
  texts.length + names.length + spoken.length === 0;

export function recordStep(history: EditHistory, step: Step): EditHistory {
  if (isEmpty(step)) return history;
  return { done: [...history.done, step].slice(-maxSteps), undone: [], typing: undefined };
}

export function recordTyping(history: EditHistory, change: TextChange, atMs: number): EditHistory {
  const typing = { id: change.id, atMs };
  const [last] = history.done.at(-1)?.texts ?? [];
  const goesOn =
    history.typing?.id === change.id &&
    atMs - history.typing.atMs < typingPauseMs &&
    last?.after === change.before &&
    !(Math.abs(last.after.length - last.before.length) > maxTyping && /\s$/.test(change.after.slice(0, -1)));
  if (!goesOn || last === undefined) return { ...recordStep(history, { texts: [change] }), typing };
  const joined = { texts: [{ ...change, before: last.before }] };
  return { done: [...history.done.slice(0, -1), joined], undone: [], typing };
}

/** A choice that another tab saved before this one becomes the choice that the undo of this one returns to. */
export function rebaseSteps(
  history: EditHistory,
  overruled: readonly Pick<SpeakerChange, 'id' | 'before'>[],
): EditHistory {
  const waiting = new Map(overruled.map(({ id, before }) => [id, before]));
  if (waiting.size === 0) return history;
  const done = [...history.done];
  for (let at = done.length - 1; at >= 0 && waiting.size > 0; at -= 1) {
    const spoken = done[at]?.spoken?.map((change) => {
      const before = waiting.get(change.id);
      waiting.delete(change.id);
      return before === undefined ? change : { ...change, before };
    });
    if (spoken !== undefined) done[at] = { ...done[at], spoken };
  }
  return { ...history, done };
}

export function undoStep(history: EditHistory): { history: EditHistory; step: Step | undefined } {
  const step = history.done.at(-1);
  if (step === undefined) return { history, step };
  const { done, undone } = history;
  return { history: { done: done.slice(0, -1), undone: [...undone, step], typing: undefined }, step };
}

export function redoStep(history: EditHistory): { history: EditHistory; step: Step | undefined } {
  const step = history.undone.at(-1);
  if (step === undefined) return { history, step };
  const { done, undone } = history;
  return { history: { done: [...done, step], undone: undone.slice(0, -1), typing: undefined }, step };
}

/** An unsaved text, and the server's text that it was based on. */
export type UnsavedEdit = Readonly<{ id: number; base: string; mine: string }>;

export type Conflict = Readonly<{ id: number; mine: string; theirs: string }>;

type MergeResult = Readonly<{
  /** Still to be saved, based on the server's current text. */
  unsaved: readonly UnsavedEdit[];
  /** Changed differently on both sides: the user must decide. */
  conflicts: readonly Conflict[];
}>;

/**
 * Merges local edits with a text that changed elsewhere. A segment changed by one side only is no conflict. A segment
 * with the same change on both sides is a save whose response was lost.
 */
export function mergeEdits(mine: readonly UnsavedEdit[], theirs: ReadonlyMap<number, string>): MergeResult {
  const unsaved: UnsavedEdit[] = [];
  const conflicts: Conflict[] = [];
  for (const edit of mine) {
    const now = theirs.get(edit.id);
    if (now === undefined || now === edit.mine) continue;
    unsaved.push({ ...edit, base: now });
    if (now !== edit.base) conflicts.push({ id: edit.id, mine: edit.mine, theirs: now });
  }
  return { unsaved, conflicts };
}
