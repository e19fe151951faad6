import type { Place, Selected } from './selected-turns.ts';

function offsetIn(element: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(node, offset);
  return before.toString().length;
}

function placeIn(element: Element, offset: number): Place | undefined {
  const id = element.closest('[data-segment]')?.getAttribute('data-segment');
  return id == null ? undefined : { id: Number(id), offset };
}

/** The selected part of the text. Undefined outside it, and while a person writes. */
export function selectedPlaces(box: Element): { selected: Selected; range: Range } | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(box) || box.querySelector('[contenteditable]') !== null) return undefined;
  const texts = [...box.querySelectorAll('[data-text]')].filter((each) => range.intersectsNode(each));
  const [first, last] = [texts[0], texts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const from = placeIn(
    first,
    first.contains(startContainer) ? offsetIn(first, startContainer, startOffset) : 0,
  );
  const to = placeIn(
    last,
    last.contains(endContainer) ? offsetIn(last, endContainer, endOffset) : (last.textContent?.length ?? 0),
  );
  return from === undefined || to === undefined ? undefined : { selected: { from, to }, range };
}
