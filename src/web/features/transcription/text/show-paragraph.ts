import { abortOnUserInput } from '#web/browser/user-input.ts';
import { waitForElement } from './text-rows.tsx';
import { bringToThird, smoothScrollMs } from './text-viewport.ts';

const markedMs = 600;
const framesToSettle = 15;

const segmentOf = (box: HTMLElement, id: number) => box.querySelector(`[data-segment="${id}"]`);
const rowOf = (box: HTMLElement, id: number) =>
  segmentOf(box, id)?.closest<HTMLElement>('.transcript-row') ?? undefined;

/** Focuses the time of the row. An imported text and one without a sound have none to press. */
export function focusRow(row: HTMLElement) {
  const time = row.querySelector<HTMLElement>('[data-row-stop]');
  if (time === null) row.tabIndex = -1;
  (time ?? row).focus({ preventScroll: true });
}

let latest: AbortController | undefined;

/** Marks for a moment, without motion: the transition of the style sheet is off where people ask for less. */
function markOnce(row: Element) {
  row.setAttribute('data-shown', '');
  setTimeout(() => row.removeAttribute('data-shown'), markedMs);
}

type ShowOptions = { box: HTMLElement; id: number; scrollNear: () => void; movesFocus: boolean };

/** Brings the paragraph of a segment to a third of the visible height, and marks it once it is there. */
export function showParagraph({ box, id, scrollNear, movesFocus }: ShowOptions) {
  latest?.abort();
  const run = new AbortController();
  const { signal } = run;
  latest = run;
  let hasArrived = false;

  const scrollTo = (row: Element, behavior?: ScrollBehavior) =>
    bringToThird({ row, segment: segmentOf(box, id) ?? row }, box, behavior);

  // Rows above get their heights meanwhile, and the list may make another element of the row.
  function settle(frames: number) {
    const row = rowOf(box, id);
    if (signal.aborted || frames === 0 || !row) return run.abort();
    scrollTo(row, 'instant');
    requestAnimationFrame(() => settle(frames - 1));
  }

  function arrive() {
    const row = rowOf(box, id);
    if (signal.aborted || hasArrived || !row) return;
    hasArrived = true;
    settle(framesToSettle);
    markOnce(row);
  }

  if (!rowOf(box, id)) scrollNear();
  waitForElement(
    () => rowOf(box, id),
    (row) => {
      if (signal.aborted) return;
      if (movesFocus) focusRow(row);
      abortOnUserInput(run);
      if (!scrollTo(row)) return arrive();
      addEventListener('scrollend', arrive, { capture: true, signal });
      // For browsers without `scrollend`.
      setTimeout(arrive, smoothScrollMs);
    },
  );
}

/** Tints the rendered paragraphs of some segments, and no others. */
export function tintParagraphs(box: HTMLElement, ids: readonly number[]) {
  const rows = new Set(ids.map((id) => rowOf(box, id)));
  for (const row of box.querySelectorAll<HTMLElement>('[data-cited]'))
    if (!rows.has(row)) row.removeAttribute('data-cited');
  for (const row of rows) row?.setAttribute('data-cited', '');
}
