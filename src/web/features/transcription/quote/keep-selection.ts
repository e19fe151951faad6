/** Returns a function that selects the same words again, and whether any words are selected then. */
export function keepSelection(): () => boolean {
  const selection = getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  return () => {
    if (selection?.isCollapsed && anchorNode?.isConnected && focusNode?.isConnected)
      selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    return selection?.isCollapsed === false;
  };
}
