import type { Player } from './create-player.ts';

const aroundMs = 1_000;
/** Slower, because the ear has to judge one word. */
const rate = 0.8;
const lookEveryMs = 50;

/** Plays from a little before a passage to a little after it. Any seek or start by the person ends it. */
export function playPassage(player: Player, { fromMs, toMs }: { fromMs: number; toMs: number }): () => void {
  const { clock } = player;
  const endMs = toMs + aroundMs;
  player.playFrom(fromMs - aroundMs);
  player.setRate(rate);
  const stopListening = clock.onCue(end);
  const timer = setInterval(() => {
    if (clock.currentMs() < endMs) return;
    end();
    player.pause();
  }, lookEveryMs);

  function end() {
    stopListening();
    clearInterval(timer);
    player.setRate(undefined);
  }
  return end;
}
