import { useEffect, useState } from 'react';

const hydratedEvent = 'escriba:hydrated';

/**
 * For the script that delays loading the page's code. Before hydration a button does nothing, and on a slow
 * connection a visitor would click it repeatedly. The last click is replayed after hydration.
 */
export const recordEarlyClick = () =>
  [
    'let pressed;',
    'const keep = ({ target }) => { pressed = target.closest("button"); };',
    'addEventListener("click", keep, true);',
    `addEventListener("${hydratedEvent}", () => {`,
    'removeEventListener("click", keep, true);',
    'pressed?.click();',
    '}, { once: true });',
  ].join('\n');

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

/** Call once, at the root: announces that the page is hydrated. */
export function useReplayEarlyClick() {
  useEffect(() => void dispatchEvent(new Event(hydratedEvent)), []);
}
