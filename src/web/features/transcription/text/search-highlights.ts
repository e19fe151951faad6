import type { Match } from './find-text.ts';

type Selected = { start: number; end: number };

/** The selection in an element, as character offsets from its start. */
export function selectionOffsets(element: HTMLElement): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length };
}

/** Converts character offsets to a DOM range, which may span several elements. */
function rangeIn(element: Element, { start, end }: Selected): Range | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let [passed, isBegun] = [0, false];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!isBegun && start <= passed + length) {
      range.setStart(node, start - passed);
      isBegun = true;
    }
    if (isBegun && end <= passed + length) {
      range.setEnd(node, end - passed);
      return range;
    }
    passed += length;
  }
  return undefined;
}

export function placeCaret(element: HTMLElement, selected: Selected) {
  element.focus({ preventScroll: true });
  const range = rangeIn(element, selected) ?? document.createRange();
  if (!element.contains(range.startContainer)) {
    range.selectNodeContents(element);
    range.collapse(false);
  }
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

const names = { all: 'transcript-found', current: 'transcript-found-now' } as const;

/** Browsers without the Highlight API still scroll to the match. */
const canHighlight = () => typeof Highlight === 'function' && CSS.highlights !== undefined;

export function matchRange(box: Element, { id, ...place }: Match): Range | undefined {
  const text = box.querySelector(`[data-segment="${id}"] [data-text]`);
  return text === null ? undefined : rangeIn(text, place);
}

/** On a phone the whole text box may be below the visible part of the page. */
export function scrollRangeIntoView({ startContainer }: Range) {
  startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
}

export function clearHighlights() {
  if (!canHighlight()) return;
  for (const name of Object.values(names)) CSS.highlights.delete(name);
}

/** Marks only rendered rows, because this runs on every keystroke and a text can have a thousand rows. */
export function highlightMatches(box: Element, matches: readonly Match[], current: Match | undefined) {
  if (!canHighlight()) return;
  const drawn = new Set<number>();
  for (const row of box.querySelectorAll('[data-segment]'))
    drawn.add(Number(row.getAttribute('data-segment')));
  const ranges = matches
    .filter((match) => drawn.has(match.id) && match !== current)
    .map((match) => matchRange(box, match))
    .filter((range) => range !== undefined);
  CSS.highlights.set(names.all, new Highlight(...ranges));
  const now = current === undefined ? undefined : matchRange(box, current);
  CSS.highlights.set(names.current, new Highlight(...(now === undefined ? [] : [now])));
}
