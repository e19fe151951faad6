/** The row of the text that contains a node. */
export function rowOf(node: Node | null): Element | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest('[data-index]') ?? undefined;
}

/** The indexes of the rows with the two ends of a selection to quote. A selection in an editor is a place to write. */
export function rowsAtSelectionEnds(list: Element | null): number[] {
  const selection = getSelection();
  if (list === null || selection === null || selection.isCollapsed) return [];
  if (list.querySelector('[contenteditable]') !== null) return [];
  return [selection.anchorNode, selection.focusNode].flatMap((node) => {
    const row = rowOf(node);
    return row !== undefined && list.contains(row) ? [Number(row.getAttribute('data-index'))] : [];
  });
}
