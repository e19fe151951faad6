import { useEffect, useState, useSyncExternalStore } from 'react';
import { placeOf } from './player-key.ts';

/** A phone or a tablet: no media query asks for a keyboard itself. */
const touchOnly = '(hover: none) and (pointer: coarse)';

function subscribe(listener: () => void) {
  const query = matchMedia(touchOnly);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Volume and media keys come from a phone too; letters, arrows and Tab outside a field only from a keyboard. */
const isTyped = ({ key, target }: KeyboardEvent) =>
  (key.length === 1 || key === 'Tab' || key.startsWith('Arrow')) && placeOf(target) !== 'own_keys';

/** For as long as the tab lives: the keyboard of a tablet is still there on the next page. */
let wasTyped = false;

export function useHasKeyboard(): boolean {
  const isTouchOnly = useSyncExternalStore(subscribe, () => matchMedia(touchOnly).matches);
  const [hasTyped, setHasTyped] = useState(wasTyped);
  useEffect(() => {
    if (!isTouchOnly || hasTyped) return;
    function onKeyDown(event: KeyboardEvent) {
      if (!isTyped(event)) return;
      wasTyped = true;
      setHasTyped(true);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isTouchOnly, hasTyped]);
  return !isTouchOnly || hasTyped;
}
