import { waitForElement } from './text-rows.tsx';
import { bringToThird } from './text-viewport.ts';

/** A smooth scroll is over by then. Browsers without `scrollend` wait for it. */
export const settledMs = 700;
const markedMs = 600;
const userInput = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const rowOf = (box: HTMLElement, id: number) =>
  box.querySelector(`[data-segment="${id}"]`)?.closest('.transcript-row');

let latest: AbortController | undefined;

/** Marks for a moment, without motion: the transition of the style sheet is off where people ask for less. */
function markOnce(row: Element) {
  row.setAttribute('data-shown', '');
  setTimeout(() => row.removeAttribute('data-shown'), markedMs);
}

type ShowOptions = { box: HTMLElement; id: number; scrollNear: () => void; focusesTime: boolean };

/** Brings the paragraph of a segment to a third of the visible height, and marks it once it is there. */
export function showParagraph({ box, id, scrollNear, focusesTime }: ShowOptions) {
  latest?.abort();
  const acted = new AbortController();
  latest = acted;
  if (!rowOf(box, id)) scrollNear();
  waitForElement(
    () => rowOf(box, id),
    (row) => {
      if (acted.signal.aborted) return;
      if (focusesTime) row.querySelector<HTMLElement>('[data-row-stop]')?.focus({ preventScroll: true });
      const isMoving = bringToThird(row.getBoundingClientRect(), box);
      for (const name of userInput)
        addEventListener(name, () => acted.abort(), { once: true, signal: acted.signal });
      const arrive = () => {
        if (acted.signal.aborted) return;
        acted.abort();
        // Rows above got their heights meanwhile, and the list may have made another element of the row.
        const shown = rowOf(box, id);
        if (!shown) return;
        bringToThird(shown.getBoundingClientRect(), box, 'instant');
        markOnce(shown);
      };
      if (!isMoving) return arrive();
      addEventListener('scrollend', arrive, { once: true, capture: true, signal: acted.signal });
      setTimeout(arrive, settledMs);
    },
  );
}

/** Tints the rendered paragraphs of some segments, and no others. */
export function tintParagraphs(box: HTMLElement, ids: readonly number[]) {
  const rows = new Set(ids.map((id) => rowOf(box, id)));
  for (const row of box.querySelectorAll('[data-cited]'))
    if (!rows.has(row)) row.removeAttribute('data-cited');
  for (const row of rows) row?.setAttribute('data-cited', '');
}
