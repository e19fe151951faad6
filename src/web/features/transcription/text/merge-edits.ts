/** A text that the server does not have yet, and what it had when the change was made. */
export type Unsaved = Readonly<{ id: number; base: string; mine: string }>;

export type Conflict = Readonly<{ id: number; mine: string; theirs: string }>;

export type Merged = Readonly<{
  /** Still to be saved, over what the server has now. */
  unsaved: readonly Unsaved[];
  /** Changed differently in both places: a person has to say. */
  conflicts: readonly Conflict[];
}>;

/**
 * What was changed here, over a text that changed elsewhere. A segment that only one side touched needs nobody's
 * decision, and one that both sides changed alike is a save whose answer was lost.
 */
export function mergeEdits(mine: readonly Unsaved[], theirs: ReadonlyMap<number, string>): Merged {
  const unsaved: Unsaved[] = [];
  const conflicts: Conflict[] = [];
  for (const edit of mine) {
    const now = theirs.get(edit.id);
    if (now === undefined || now === edit.mine) continue;
    unsaved.push({ ...edit, base: now });
    if (now !== edit.base) conflicts.push({ id: edit.id, mine: edit.mine, theirs: now });
  }
  return { unsaved, conflicts };
}
