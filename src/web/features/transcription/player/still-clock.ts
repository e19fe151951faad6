import type { PlayClock } from '../playback-clock.ts';

/** Where there is nothing to play, a text can still be opened at a moment. */
export function stillClock(ms: number): PlayClock {
  return { subscribe: () => () => {}, currentMs: () => ms, isPlaying: () => false };
}
