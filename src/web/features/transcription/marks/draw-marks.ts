import { canHighlight } from '../text/search-highlights.ts';
import { rangeIn } from '../text/text-selection.ts';
import type { PlacedMark } from './placed-marks.ts';

const names = { marked: 'transcript-marked', changed: 'transcript-mark-changed' } as const;
/** Between two buttons in the margin. */
const gapPx = 2;

export function clearMarks() {
  if (canHighlight()) for (const name of Object.values(names)) CSS.highlights.delete(name);
}

const textOf = (box: HTMLElement, id: number) => box.querySelector(`[data-segment="${id}"] [data-text]`);

/** Marks the rendered words only, because a text has thousands of rows. */
export function drawMarks(box: HTMLElement, placed: readonly PlacedMark[]) {
  placeMargin(box, placed);
  if (!canHighlight()) return;
  const drawn = new Set<number>();
  for (const row of box.querySelectorAll('[data-segment]'))
    drawn.add(Number(row.getAttribute('data-segment')));
  const ranges = { same: [] as Range[], changed: [] as Range[] };
  for (const { place, pieces } of placed) {
    if (place.state === 'gone') continue;
    for (const piece of pieces) {
      const text = drawn.has(piece.id) ? textOf(box, piece.id) : null;
      const range = text === null ? undefined : rangeIn(text, piece);
      if (range !== undefined) ranges[place.state].push(range);
    }
  }
  setHighlight(names.marked, ranges.same);
  setHighlight(names.changed, ranges.changed);
}

function setHighlight(name: string, ranges: readonly Range[]) {
  if (ranges.length === 0) return void CSS.highlights.delete(name);
  const highlight = new Highlight(...ranges);
  // Below the words that were searched for, or that wait for a decision.
  highlight.priority = -1;
  CSS.highlights.set(name, highlight);
}

/** Moves each button of the margin to the line in which its mark begins, below the button before it. */
function placeMargin(box: HTMLElement, placed: readonly PlacedMark[]) {
  const firsts = new Map(placed.map(({ mark, pieces }) => [mark.id, pieces[0]]));
  // All reads come before all writes, so that the browser computes the layout once.
  const lines = [...box.querySelectorAll<HTMLElement>('[data-mark]')].map((button) => {
    const first = firsts.get(button.dataset.mark ?? '');
    const text = first === undefined ? null : textOf(box, first.id);
    const range = first && text ? rangeIn(text, { start: first.start, end: first.start + 1 }) : undefined;
    const rowTop = button.parentElement?.getBoundingClientRect().top ?? 0;
    const top = range?.getBoundingClientRect().top ?? rowTop;
    return { button, rowTop, top, height: button.offsetHeight };
  });
  let free = Number.NEGATIVE_INFINITY;
  for (const { button, rowTop, top, height } of lines.toSorted((one, other) => one.top - other.top)) {
    const placedTop = Math.max(top, free);
    button.style.top = `${Math.round(placedTop - rowTop)}px`;
    free = placedTop + height + gapPx;
  }
}
