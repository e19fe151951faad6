import type { Player } from './create-player.ts';

const lookEveryMs = 50;

/** Plays a range and stops behind it, unless the person goes elsewhere. */
export function playRange(
  player: Player,
  [fromMs, toMs]: readonly [number, number],
  onEnd: (hasPlayed: boolean) => void = () => undefined,
): () => void {
  player.playFrom(fromMs);
  const stopListening = player.clock.onCue(() => end(false));
  const timer = setInterval(() => {
    if (player.clock.currentMs() < toMs && !player.hasEnded()) return;
    player.pause();
    end(true);
  }, lookEveryMs);
  function stop() {
    stopListening();
    clearInterval(timer);
  }
  function end(hasPlayed: boolean) {
    stop();
    onEnd(hasPlayed);
  }
  return stop;
}
