export type ScrollPosition = { top: number; viewHeight: number; pageHeight: number };

/** A finger that rests trembles by as much. */
const trembleLessThanPx = 4;
/** The last of a page is its footer, with room for whatever floats there. */
const endWithinPx = 48;

type Move = { was: boolean; fromTop: number; now: ScrollPosition };

/** A jump (a link inside the page, the End key) is not reading: what was asked for is at its place at once. */
export function isScrollingDown({ was, fromTop, now }: Move): boolean {
  const moved = now.top - fromTop;
  if (now.pageHeight - now.viewHeight - now.top <= endWithinPx) return false;
  if (Math.abs(moved) < trembleLessThanPx) return was;
  return moved > 0 && moved < now.viewHeight / 2;
}
