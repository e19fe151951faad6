import { useEffect, useEffectEvent } from 'react';
import type { TranscriptView } from './use-transcript-view.ts';

const own = 'input, textarea, select, [role=dialog], [role=alertdialog]';
const findBar = '[aria-label="Localizar no texto"]';

/** A field, a dialog and the summary have an Escape of their own. */
const isOutside = (target: EventTarget | null) =>
  !(target instanceof Element) || target.closest(`${own}, [role=menu], .side-panel`) === null;

/**
 * Ctrl+F, Escape out of the edit, and the undo history. They work on the whole page: the browser's own search sees only the rows that the
 * virtual list has rendered. A second Ctrl+F in the field reaches the browser.
 */
export function useTextShortcuts({
  status,
  editable,
  isEditing,
  actions,
  openFind,
  endEditing,
}: TranscriptView) {
  const runShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && isEditing && !event.defaultPrevented && isOutside(event.target)) {
      event.preventDefault();
      endEditing();
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    const key = event.key.toLowerCase();
    const isOwn = target?.closest(own) != null;
    if (key === 'f' && !event.shiftKey) {
      if (target?.closest(`${findBar}, [role=dialog], [role=alertdialog]`) != null) return;
      openFind();
    } else if (!editable || isOwn) return;
    else if (key === 'z' && !event.shiftKey && status.canUndo) actions.undo();
    else if ((key === 'y' || (key === 'z' && event.shiftKey)) && status.canRedo) actions.redo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
}
