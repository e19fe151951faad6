import { useState } from 'react';

type Selection = { of: string; ids: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** Of one page of one list: what cannot be seen any more is not chosen, so that nothing unseen is ever deleted. */
export function useSelection(list: string) {
  const [selection, setSelection] = useState<Selection>({ of: list, ids: none });
  const ids = selection.of === list ? selection.ids : none;

  function choose(those: readonly string[], chosen: boolean) {
    const next = new Set(ids);
    for (const id of those) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    setSelection({ of: list, ids: next });
  }

  return { isChosen: (id: string) => ids.has(id), choose };
}
