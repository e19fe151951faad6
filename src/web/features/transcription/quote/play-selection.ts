import type { Player } from '../player/create-player.ts';

const lookEveryMs = 50;

/** Plays the selected words and stops behind them, unless the person goes elsewhere. */
export function playSelection(player: Player, fromMs: number, toMs: number): () => void {
  player.playFrom(fromMs);
  const stopListening = player.clock.onCue(end);
  const timer = setInterval(() => {
    if (player.clock.currentMs() < toMs) return;
    end();
    player.pause();
  }, lookEveryMs);
  function end() {
    stopListening();
    clearInterval(timer);
  }
  return end;
}
