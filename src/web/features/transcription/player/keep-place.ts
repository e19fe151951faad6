import type { Player } from './create-player.ts';

/** A link to another page of the product loses this much of the place at most. */
const everyMs = 2_000;
/** Nearer to an end than this, or than a twentieth of a short recording, playback begins at the beginning. */
const startMs = 5_000;
const endMs = 10_000;
const shortShare = 0.05;

/** The moment worth coming back to; 0 where that is the beginning. */
export function placeWorthKeeping(ms: number, durationMs: number): number {
  const isAtStart = ms < Math.min(startMs, durationMs * shortShare);
  const isAtEnd = durationMs - ms <= Math.min(endMs, durationMs * shortShare);
  return isAtStart || isAtEnd ? 0 : ms;
}

/**
 * Keeps where a recording is while it plays, when it pauses and when the browser leaves the page. Nothing is written
 * when it is stopped: a sign-out clears the storage first and takes the player down after that.
 */
export function keepPlace({ state, subscribe, clock }: Player, keep: (ms: number) => void) {
  // An address or a search may seek to another moment: the kept place changes only after playback.
  let hasPlayed = false;
  let keptAtMs = 0;

  function write() {
    if (!hasPlayed) return;
    keptAtMs = Date.now();
    keep(placeWorthKeeping(clock.currentMs(), state().durationMs));
  }
  const unsubscribe = subscribe(() => {
    const { isPlaying } = state();
    hasPlayed ||= isPlaying;
    if (!isPlaying || Date.now() - keptAtMs >= everyMs) write();
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', write);
    document.removeEventListener('visibilitychange', onHidden);
  };
}
