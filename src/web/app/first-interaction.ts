import { useEffect, useState } from 'react';

/** Assistive technology may send a click without pointer or key events. */
export const interactionEvents = [
  'scroll',
  'focusin',
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'click',
] as const;

/**
 * True after the visitor's first interaction with this page. Prefetches for later steps wait for it, so a short
 * visit loads only the page itself.
 */
export function useFirstInteraction() {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (moved) return;
    const removeListeners = () => {
      for (const move of interactionEvents) removeEventListener(move, onInteraction);
    };
    function onInteraction() {
      removeListeners();
      setMoved(true);
    }
    for (const move of interactionEvents) addEventListener(move, onInteraction, { passive: true });
    // A field that was focused before the scripts loaded counts as an interaction.
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) onInteraction();
    return removeListeners;
  }, [moved]);
  return moved;
}
