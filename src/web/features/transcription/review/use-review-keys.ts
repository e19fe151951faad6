import { useEffect, useEffectEvent } from 'react';
import { type KeyTarget, keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';
import type { Review } from './use-review.ts';

type Action = 'confirm' | 'applyToAll' | 'next' | 'back' | 'hear' | 'writeInaudible';

/** In the passage, where letters are a correction. */
function actionInPassage({ key, ctrlKey, shiftKey }: KeyboardEvent): Action | undefined {
  if (ctrlKey && shiftKey) return undefined;
  if (ctrlKey && key === 'Enter') return 'hear';
  if (ctrlKey) return key.toLowerCase() === 'i' ? 'writeInaudible' : undefined;
  if (key === 'Enter') return shiftKey ? 'applyToAll' : 'confirm';
  if (key === 'Tab') return shiftKey ? 'back' : 'next';
  return undefined;
}

const isOnPage = (id: number) => document.querySelector(`[data-segment="${id}"] [contenteditable]`) !== null;

/** Elsewhere on the page, such as on the buttons. */
function actionOutside(event: KeyboardEvent, kind: KeyTarget, id: number): Action | undefined {
  const { key, ctrlKey, shiftKey } = event;
  if (ctrlKey) return key === 'Enter' && !shiftKey ? 'hear' : undefined;
  if (key === 'Enter' && kind !== 'button') return shiftKey ? 'applyToAll' : 'confirm';
  // People turn single letters off, because speech input triggers them.
  if (!areShortcutsEnabled()) return undefined;
  // The person may already type a correction for the passage that is still to come.
  if (!isOnPage(id)) return undefined;
  const byLetter: Readonly<Record<string, Action>> = {
    n: shiftKey ? 'back' : 'next',
    a: 'applyToAll',
    x: 'writeInaudible',
  };
  return byLetter[key.toLowerCase()];
}

const segmentOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-segment]')?.getAttribute('data-segment') : undefined;

/** Before the editor and the player, whose keys these are otherwise. */
export function useReviewKeys(review: Review, { isTextBehind }: { isTextBehind: boolean }) {
  const { isOn } = review;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { current } = review;
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.altKey) return;
    const kind = keyTargetOf(event.target);
    // In the edit the first Escape only leaves the passage.
    if (event.key === 'Escape' && kind === 'passage' && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      review.end();
      return;
    }
    if (current === undefined || isTextBehind) return;
    if (kind === 'own_keys' || (event.target instanceof Element && event.target.closest('.side-panel')))
      return;
    // The person went to another passage to write there, and its keys are those of the edit.
    if (kind === 'passage' && segmentOf(event.target) !== String(current.doubt.id)) return;
    const action = kind === 'passage' ? actionInPassage(event) : actionOutside(event, kind, current.doubt.id);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    const hasMoved = review[action]();
    // At the only doubt Tab leaves the text, or a person without a mouse could not.
    if (event.key === 'Tab' && hasMoved === false)
      document.querySelector<HTMLElement>('.review-bar button')?.focus();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isOn]);
}
