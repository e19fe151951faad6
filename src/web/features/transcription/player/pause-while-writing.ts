import { useEffect } from 'react';
import type { Player } from './create-player.ts';
import { earlierThan, keyTargetOf } from './player-keys.ts';
import { usePausesWhileWriting } from './player-settings.ts';

/** Longer than the pause between two words of a person who types slowly. */
const goesOnAfterMs = 1_200;

/** A pausing element still moves by some milliseconds, and a person skips by seconds. */
const settledMs = 500;

/** Pauses the sound at the first letter typed into the text. Without another letter it goes on, a little earlier. */
function pauseWhileWriting(player: Player) {
  /** Where the typing paused the sound. Undefined while the sound plays, or if a person paused it. */
  let pausedAtMs: number | undefined;
  /** A dead key or an input method holds a letter back, for as long as the person thinks. */
  let isComposing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function goOn() {
    if (pausedAtMs === undefined || isComposing) return;
    const isMoved = Math.abs(player.clock.currentMs() - pausedAtMs) > settledMs;
    pausedAtMs = undefined;
    // A person who skipped meanwhile has chosen the place.
    player.goOn(isMoved ? undefined : earlierThan(player));
  }

  function onTyped({ target, type }: Event) {
    if (keyTargetOf(target) !== 'passage') return;
    if (type === 'compositionstart') isComposing = true;
    else if (type === 'compositionend') isComposing = false;
    if (player.state().isPlaying) {
      pausedAtMs = player.clock.currentMs();
      player.pause();
    }
    clearTimeout(timer);
    timer = setTimeout(goOn, goesOnAfterMs);
  }

  /** A passage that goes away ends its composition without an event. */
  function onLeft({ target }: FocusEvent) {
    if (!isComposing || keyTargetOf(target) !== 'passage') return;
    isComposing = false;
    clearTimeout(timer);
    timer = setTimeout(goOn, goesOnAfterMs);
  }

  const stopListening = player.subscribe(() => {
    // A person has pressed play, and the next pause is theirs.
    if (player.state().isPlaying) pausedAtMs = undefined;
  });
  const typed = ['beforeinput', 'paste', 'compositionstart', 'compositionend'] as const;
  for (const type of typed) document.addEventListener(type, onTyped, { capture: true });
  document.addEventListener('focusout', onLeft);
  return () => {
    clearTimeout(timer);
    stopListening();
    for (const type of typed) document.removeEventListener(type, onTyped, { capture: true });
    document.removeEventListener('focusout', onLeft);
  };
}

export function usePauseWhileWriting(player: Player) {
  const isOn = usePausesWhileWriting();
  useEffect(() => (isOn ? pauseWhileWriting(player) : undefined), [player, isOn]);
}
