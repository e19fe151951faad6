import { aroundMs } from '#domain/transcript/open-doubts.ts';
import type { Player } from './create-player.ts';

/** Slower, because the ear has to judge one word. */
const rate = 0.8;
const lookEveryMs = 50;

type Passage = Readonly<{
  fromMs: number;
  toMs: number;
  /** The sound has passed the end of the passage. */
  onHeard: () => void;
  onEnd: () => void;
}>;

/** Plays from a little before a passage to a little after it. Any seek or start by the person ends it. */
export function playPassage(player: Player, { fromMs, toMs, onHeard, onEnd }: Passage): () => void {
  const { clock } = player;
  let isHeard = false;
  player.playFrom(fromMs - aroundMs);
  player.setRate(rate);
  const stopListening = clock.onCue(end);
  const timer = setInterval(() => {
    const ms = clock.currentMs();
    const { durationMs } = player.state();
    // The last word may end with the recording.
    const isOver = ms >= Math.min(toMs + aroundMs, durationMs - lookEveryMs);
    if (!isHeard && (ms >= toMs || isOver)) {
      isHeard = true;
      onHeard();
    }
    if (!isOver) return;
    end();
    player.pause();
  }, lookEveryMs);

  function end() {
    stopListening();
    clearInterval(timer);
    player.setRate(undefined);
    onEnd();
  }
  return end;
}
