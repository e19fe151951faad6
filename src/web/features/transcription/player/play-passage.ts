import type { Sound } from '#domain/transcript/sound-around.ts';
import type { Player } from './create-player.ts';
import { passedSound } from './passed-sound.ts';

/** Slower, because the ear has to judge one word. */
const rate = 0.8;
const lookEveryMs = 50;
/** The keys that go back by a few seconds lead to the same passage. */
const earlierMs = 6_000;

type Passage = Sound &
  Readonly<{
    /** The doubtful words, which have to pass. */
    fromMs: number;
    toMs: number;
    /** All sound of the passage has passed. */
    onHeard: () => void;
    /** The recording ends before the passage. */
    onSilent: () => void;
    onEnd: () => void;
  }>;

/**
 * Plays a passage with the sound around it. A pause keeps the passage, and so does a skip within it. Any other place
 * that the person chooses ends it.
 */
export function playPassage(player: Player, passage: Passage): () => void {
  const { fromMs, toMs, playFromMs, playToMs, onHeard, onSilent, onEnd } = passage;
  const { clock } = player;
  const isBehindEnd = () => fromMs >= player.lengthMs();
  // A browser would start at the beginning instead.
  if (isBehindEnd()) {
    player.pause();
    onSilent();
    return () => undefined;
  }
  let isHeard = false;
  let isOver = false;
  player.playFrom(playFromMs);
  player.setRate(rate);
  const now = () => ({ ms: clock.currentMs(), nowMs: performance.now(), isPlaying: clock.isPlaying() });
  const passed = passedSound({ fromMs, toMs }, rate, now());
  const isElsewhere = () => clock.currentMs() < playFromMs - earlierMs || clock.currentMs() > playToMs;
  const stopListening = clock.onCue(() => {
    if (isElsewhere()) end();
  });
  const timer = setInterval(look, lookEveryMs);

  function look() {
    passed.look(now());
    const isAtEnd = player.hasEnded();
    if (!isHeard && passed.hasPassed({ isAtEnd })) {
      isHeard = true;
      onHeard();
    }
    // The length is known only once the sound has loaded.
    if (isBehindEnd()) {
      end();
      player.pause();
      onSilent();
    } else if (isElsewhere() || isAtEnd) {
      // A seek has ended the passage by its cue, so the sound has come here by itself.
      end();
      player.pause();
    }
  }

  function end() {
    if (isOver) return;
    isOver = true;
    stopListening();
    clearInterval(timer);
    player.setRate(undefined);
    onEnd();
  }
  return end;
}
