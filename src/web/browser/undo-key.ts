import { isTextInput } from './text-input.ts';

/** The newest last: the keyboard undoes that one. */
const undos: (() => void)[] = [];

function onKey(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  if (!isUndo || event.defaultPrevented || isTextInput(event.target)) return;
  event.preventDefault();
  undos.at(-1)?.();
}

/** Ctrl+Z undoes, outside of texts, until the caller calls the returned function. */
export function listenForUndo(undo: () => void): () => void {
  // Before the undo of a page, because the offer is newer and ends soon. The DOM adds the same listener only once.
  document.addEventListener('keydown', onKey, { capture: true });
  undos.push(undo);
  return () => {
    const at = undos.indexOf(undo);
    if (at >= 0) undos.splice(at, 1);
    if (undos.length === 0) document.removeEventListener('keydown', onKey, { capture: true });
  };
}
