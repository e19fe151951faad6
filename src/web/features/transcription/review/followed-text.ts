import type { TextStore } from '../text/text-store.ts';

/**
 * Follows the text of a passage that a person hears. Its corrections by this person keep the hearing. A text that came
 * from the server ends it: another tab, a conflict, or another hearing of the recording.
 */
export function followText(store: TextStore, id: number) {
  const first = store.segmentAt(id);
  const own = new Set([first?.text, store.savedTextAt(id)]);
  let isForeign = first === undefined;
  const stop = store.subscribe(() => {
    const now = store.segmentAt(id);
    const isMoved = now?.start_ms !== first?.start_ms || now?.end_ms !== first?.end_ms;
    // The server has a text of this person only after the page has shown it.
    if (isMoved || !own.has(store.savedTextAt(id))) isForeign = true;
    else own.add(now?.text);
  });
  return { isForeign: () => isForeign, stop };
}
