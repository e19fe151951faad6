import { useEffect, useEffectEvent } from 'react';
import { keyTargetOf } from '../player/player-keys.ts';
import type { Review } from './use-review.ts';

type Action = 'confirm' | 'applyToAll' | 'next' | 'back' | 'writeInaudible';

/** In the passage, where letters are a correction. */
function actionInPassage({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Action | undefined {
  if (metaKey || altKey) return undefined;
  if (ctrlKey) return key.toLowerCase() === 'i' && !shiftKey ? 'writeInaudible' : undefined;
  if (key === 'Enter') return shiftKey ? 'applyToAll' : 'confirm';
  if (key === 'Tab') return shiftKey ? 'back' : 'next';
  return undefined;
}

/** Elsewhere on the page: on a phone's keyboard, or after Escape left the passage. */
function actionOutside(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  isButton: boolean,
): Action | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Enter' && !isButton) return shiftKey ? 'applyToAll' : 'confirm';
  const byLetter: Readonly<Record<string, Action>> = {
    n: shiftKey ? 'back' : 'next',
    a: 'applyToAll',
    x: 'writeInaudible',
  };
  return byLetter[key.toLowerCase()];
}

/** Before the editor and the player, whose keys these are otherwise. */
export function useReviewKeys(review: Review) {
  const { isOn } = review;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const place = keyTargetOf(event.target);
    if (place === 'own_keys') return;
    const action = place === 'passage' ? actionInPassage(event) : actionOutside(event, place === 'button');
    if (action === undefined || review.current === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    review[action]();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isOn]);
}
