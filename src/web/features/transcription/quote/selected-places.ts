import type { Place, Selected } from '#domain/citation/selected-turns.ts';
import { rowOf } from '../text/selected-rows.ts';

function placeIn(text: Element, offset: number): Place | undefined {
  const id = text.closest('[data-segment]')?.getAttribute('data-segment');
  return id == null ? undefined : { id: Number(id), offset };
}

/** The letter at a place of a row, or the next one if there is none: a row has a time and a name too. */
function letterAt(node: Node, offset: number): Place | undefined {
  let last: Place | undefined;
  for (const text of rowOf(node)?.querySelectorAll('[data-text]') ?? []) {
    const letters = document.createRange();
    letters.selectNodeContents(text);
    const side = letters.comparePoint(node, offset);
    if (side === -1) return placeIn(text, 0);
    if (side === 0) letters.setEnd(node, offset);
    last = placeIn(text, letters.toString().length);
    if (side === 0) return last;
  }
  return last;
}

type Ends = Readonly<{ first: Place; last: Place }>;

/**
 * The selected part of the text, and undefined outside it or while a person writes. Only a few rows are drawn, so a
 * selection that leaves the list goes to the ends of the text, not to those of the drawn rows.
 */
export function selectedPlaces(
  box: Element,
  { first, last }: Ends,
): { selected: Selected; range: Range } | undefined {
  const selection = getSelection();
  const list = box.querySelector(':scope > ol');
  if (list === null || selection === null || selection.isCollapsed || selection.rangeCount === 0)
    return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(list) || box.querySelector('[contenteditable]') !== null) return undefined;
  const holds = (offset: number) => range.comparePoint(list, offset) === 0;
  const from = holds(0) ? first : letterAt(range.startContainer, range.startOffset);
  const to = holds(list.childNodes.length) ? last : letterAt(range.endContainer, range.endOffset);
  return from === undefined || to === undefined ? undefined : { selected: { from, to }, range };
}
