/** A vertical part of the window, in pixels from its top. */
type Viewport = Readonly<{ top: number; bottom: number }>;

/** Words closer than this to an edge count as hidden: the next line would be cut off. */
const edgePx = 12;
/** A word that was out of view returns to this share of the height, so that most of the following text is visible. */
const readingShare = 0.3;

/** Fixed and sticky bars name the side on which they cover the text. */
const barSelector = '[data-covers-text="top"], [data-covers-text="bottom"]';
/** The name of a turn covers the text only while it is stuck below the bars. */
const nameSelector = '[data-covers-text="name"]';

const isAcross = (one: DOMRect, other: DOMRect) => one.left < other.right && one.right > other.left;

/** The keyboard of a phone covers the lower part of the window, which keeps its height. */
function visibleWindow(): Viewport {
  const { innerHeight, visualViewport } = window;
  if (visualViewport === null) return { top: 0, bottom: innerHeight };
  const { offsetTop, height } = visualViewport;
  return { top: Math.max(0, offsetTop), bottom: Math.min(innerHeight, offsetTop + height) };
}

function viewportBetweenBars(box: DOMRect): Viewport {
  let { top, bottom } = visibleWindow();
  for (const bar of document.querySelectorAll<HTMLElement>(barSelector)) {
    const rect = bar.getBoundingClientRect();
    if (!isAcross(rect, box)) continue;
    if (bar.dataset.coversText === 'top') top = Math.max(top, rect.bottom);
    else bottom = Math.min(bottom, rect.top);
  }
  return { top, bottom };
}

/** The part of the window in which the text can be read. */
export function readableViewport(box: DOMRect): Viewport {
  const { top, bottom } = viewportBetweenBars(box);
  for (const name of document.querySelectorAll(nameSelector)) {
    const rect = name.getBoundingClientRect();
    if (rect.top <= top + 1 && rect.bottom > top) return { top: rect.bottom, bottom };
  }
  return { top, bottom };
}

/** Where the visible text begins in the window. */
export function textTop(box: HTMLElement): number {
  const rect = box.getBoundingClientRect();
  return Math.max(readableViewport(rect).top, rect.top);
}

const scrollsItself = (box: HTMLElement) => getComputedStyle(box).overflowY === 'auto';

const clamp = (value: number, atMost: number) => Math.min(Math.max(0, value), Math.max(0, atMost));

/** A row may be higher than the window, and then only its first line counts. */
function isBetween({ top, bottom }: Viewport, viewport: Viewport): boolean {
  const fits = bottom - top < viewport.bottom - viewport.top - 2 * edgePx;
  return top >= viewport.top + edgePx && (fits ? bottom : top + edgePx) <= viewport.bottom - edgePx;
}

/** Whether the target is visible in the window and in its box, and no bar covers it. */
export function isInView(target: DOMRect, box: HTMLElement): boolean {
  const boxRect = box.getBoundingClientRect();
  const { top, bottom } = readableViewport(boxRect);
  return isBetween(target, { top: Math.max(top, boxRect.top), bottom: Math.min(bottom, boxRect.bottom) });
}

/** A smooth scroll is over by then, and the rows that it passed have their heights. */
export const smoothScrollMs = 700;

/** Far jumps are instant, because a smooth one would run through pages of text. */
function behaviorFor(distancePx: number, heightPx: number): ScrollBehavior {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isReduced || Math.abs(distancePx) > heightPx * 1.5 ? 'instant' : 'smooth';
}

/** Scrolls the collapsed box, if there is one, and then the window. Returns whether it had to. */
export function bringIntoView(target: DOMRect, box: HTMLElement, wanted?: ScrollBehavior): boolean {
  if (isInView(target, box)) return false;
  const boxRect = box.getBoundingClientRect();
  const { top, bottom } = readableViewport(boxRect);
  const height = bottom - top;
  if (!scrollsItself(box)) {
    const offset = target.top - top - height * readingShare;
    window.scrollBy({ top: offset, behavior: wanted ?? behaviorFor(offset, height) });
    return true;
  }
  let wordTop = target.top;
  if (!isBetween(target, boxRect)) {
    const wantedTop = box.scrollTop + target.top - boxRect.top - boxRect.height * readingShare;
    const offset = clamp(wantedTop, box.scrollHeight - box.clientHeight) - box.scrollTop;
    wordTop -= offset;
    box.scrollBy({ top: offset, behavior: wanted ?? behaviorFor(offset, boxRect.height) });
  }
  const isWordShown = isBetween({ top: wordTop, bottom: wordTop + target.height }, { top, bottom });
  if (isWordShown && boxRect.top >= top && boxRect.bottom <= bottom) return true;
  const offset = boxRect.top - top - Math.max(0, (height - boxRect.height) * readingShare);
  window.scrollBy({ top: offset, behavior: wanted ?? behaviorFor(offset, height) });
  return true;
}

type Passage = { row: Element; segment: Element };

/** The top of the row, or of its segment if a high row would leave that below the window. */
function topOfPassage({ row, segment }: Passage, height: number): number {
  const { top } = row.getBoundingClientRect();
  const cited = segment.getBoundingClientRect();
  return cited.bottom - top > (height * 2) / 3 - edgePx ? cited.top : top;
}

/** Scrolls the passage to a third of the visible height. Returns whether it had to. */
export function bringToThird(passage: Passage, box: HTMLElement, wanted?: ScrollBehavior): boolean {
  const { top, bottom } = viewportBetweenBars(box.getBoundingClientRect());
  const height = bottom - top;
  const offset = topOfPassage(passage, height) - top - height / 3;
  if (Math.abs(offset) < 1) return false;
  const before = window.scrollY;
  const room = document.documentElement.scrollHeight - window.innerHeight;
  // At the ends of the text the page cannot scroll so far.
  if (Math.abs(clamp(before + offset, room) - before) < 1) return false;
  window.scrollBy({ top: offset, behavior: wanted ?? behaviorFor(offset, height) });
  return true;
}
