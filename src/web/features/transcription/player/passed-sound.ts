type Stretch = Readonly<{ fromMs: number; toMs: number }>;
type Moment = Readonly<{ ms: number; nowMs: number; isPlaying: boolean }>;

/** A browser tells the position in steps, and a pausing element still moves. A person skips by more. */
const slackMs = 300;
/** A busy machine tells the position late, and then all at once. A skip of the keys is longer. */
const maxLateMs = 4_000;

/** Adds up the sound of a stretch that has passed, without what a person or the browser has skipped. */
export function passedSound({ fromMs, toMs }: Stretch, rate: number, start: Moment) {
  let last = start;
  let passedMs = fromMs;
  /** The time in which the position did not move as far as the sound. */
  let lateMs = 0;
  return {
    /** Returns whether the sound has jumped since the last look. */
    look(now: Moment): boolean {
      const stepMs = now.ms - last.ms;
      // The look that finds a pause comes after the last sound.
      const playableMs = last.isPlaying || now.isPlaying ? lateMs + (now.nowMs - last.nowMs) * rate : 0;
      const isJump = stepMs < 0 || stepMs > playableMs + slackMs;
      lateMs = isJump || !now.isPlaying ? 0 : Math.min(maxLateMs, Math.max(0, playableMs - stepMs));
      if (!isJump && last.ms <= passedMs) passedMs = Math.max(passedMs, now.ms);
      last = now;
      return isJump;
    },
    /** At the end of the recording nothing more can pass, because an engine's last word may end behind it. */
    hasPassed: ({ isAtEnd }: { isAtEnd: boolean }) =>
      passedMs >= toMs || (isAtEnd && fromMs < last.ms && passedMs >= last.ms),
  };
}
