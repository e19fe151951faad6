export type TextChange = Readonly<{ id: number; before: string; after: string }>;
export type NameChange = Readonly<{ speaker: string; before: string; after: string }>;

/** What one undo takes back. */
export type Step = Readonly<{ texts: readonly TextChange[]; names: readonly NameChange[] }>;

export type EditHistory = Readonly<{
  done: readonly Step[];
  undone: readonly Step[];
  /** While somebody types on, letters join the last step. */
  typing: Readonly<{ id: number; atMs: number }> | undefined;
}>;

export const emptyHistory: EditHistory = { done: [], undone: [], typing: undefined };

const maxSteps = 500;
const typingPauseMs = 1_000;
/** Of letters in one step: nobody wants to lose a paragraph to one undo. */
const maxTyping = 40;

const isEmpty = ({ texts, names }: Step) => texts.length + names.length === 0;

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
  if (!goesOn || last === undefined)
    return { ...recordStep(history, { texts: [change], names: [] }), typing };
  const joined = { texts: [{ ...change, before: last.before }], names: [] };
  return { done: [...history.done.slice(0, -1), joined], undone: [], typing };
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

/** A text that the server does not have yet, and what it had when the change was made. */
export type UnsavedEdit = Readonly<{ id: number; base: string; mine: string }>;

export type Conflict = Readonly<{ id: number; mine: string; theirs: string }>;

export type MergeResult = Readonly<{
  /** Still to be saved, over what the server has now. */
  unsaved: readonly UnsavedEdit[];
  /** Changed differently in both places: a person has to say. */
  conflicts: readonly Conflict[];
}>;

/**
 * What was changed here, over a text that changed elsewhere. A segment that only one side touched needs nobody's
 * decision, and one that both sides changed alike is a save whose answer was lost.
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
