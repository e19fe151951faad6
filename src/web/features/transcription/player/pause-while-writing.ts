import { useEffect } from 'react';
import type { Player } from './create-player.ts';
import { earlierMs, keyTargetOf } from './player-keys.ts';
import { usePausesWhileWriting } from './player-settings.ts';

/** Longer than the pause between two words of a person who types slowly. */
const goesOnAfterMs = 1_200;

/** Pauses the sound at the first letter typed into the text. Without another letter it goes on, a little earlier. */
function pauseWhileWriting(player: Player) {
  /** A dead key or an input method holds a letter back, for as long as the person thinks. */
  let isComposing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait() {
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(() => player.release(earlierMs), goesOnAfterMs);
  }

  function onTyped({ target, type }: Event) {
    if (keyTargetOf(target) !== 'passage') return;
    if (type === 'compositionstart') isComposing = true;
    else if (type === 'compositionend') isComposing = false;
    player.hold();
    wait();
  }

  /** A passage that goes away ends its composition without an event. */
  function onLeft({ target }: FocusEvent) {
    if (!isComposing || keyTargetOf(target) !== 'passage') return;
    isComposing = false;
    wait();
  }

  const typed = ['beforeinput', 'paste', 'compositionstart', 'compositionend'] as const;
  for (const type of typed) document.addEventListener(type, onTyped, { capture: true });
  document.addEventListener('focusout', onLeft);
  return () => {
    clearTimeout(timer);
    for (const type of typed) document.removeEventListener(type, onTyped, { capture: true });
    document.removeEventListener('focusout', onLeft);
  };
}

export function usePauseWhileWriting(player: Player) {
  const isOn = usePausesWhileWriting();
  useEffect(() => (isOn ? pauseWhileWriting(player) : undefined), [player, isOn]);
}
