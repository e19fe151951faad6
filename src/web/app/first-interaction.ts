import { useEffect, useState } from 'react';
import { hydratedEvent } from './replay-early-click.ts';

const interactionEvents = [
  'scroll',
  'focusin',
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
] as const;

/**
 * Whether somebody has moved on this page yet. What is fetched for a later step waits for that: a visit that only
 * looks at a page pays for that page alone.
 */
export function useFirstInteraction() {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (moved) return;
    const leave = () => {
      for (const move of interactionEvents) removeEventListener(move, come);
    };
    function come() {
      leave();
      setMoved(true);
    }
    for (const move of interactionEvents) addEventListener(move, come, { passive: true });
    // Who was at a field before the scripts came has moved.
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) come();
    return leave;
  }, [moved]);
  return moved;
}

/** Once, at the root: says that the page answers from now on. */
export function useReplayEarlyClick() {
  useEffect(() => void dispatchEvent(new Event(hydratedEvent)), []);
}
