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
export function rangeIn(element: Element, { start, end }: Selected): Range | undefined {
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
