import { canHighlight } from '../text/search-highlights.ts';

const name = 'transcript-target';

/** Marks the words that a choice is about. The focus in the list would hide a selection. */
export function highlightTarget(box: Element | null, ids: readonly number[]) {
  if (box === null || !canHighlight()) return;
  const wanted = new Set(ids);
  const ranges = [...box.querySelectorAll('[data-segment]')].flatMap((row) => {
    const text = row.querySelector('[data-text]');
    if (text === null || !wanted.has(Number(row.getAttribute('data-segment')))) return [];
    const range = document.createRange();
    range.selectNodeContents(text);
    return [range];
  });
  CSS.highlights.set(name, new Highlight(...ranges));
}

export function clearTarget() {
  if (canHighlight()) CSS.highlights.delete(name);
}
