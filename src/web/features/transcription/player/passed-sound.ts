type Stretch = Readonly<{ fromMs: number; toMs: number }>;
type Moment = Readonly<{ ms: number; nowMs: number }>;

/** A browser tells the position in steps, and a pausing element still moves. A person skips by more. */
const slackMs = 300;

/** Adds up the sound of a stretch that has passed, without what a person or the browser has skipped. */
export function passedSound({ fromMs, toMs }: Stretch, rate: number, start: Moment) {
  let last = start;
  let passedMs = fromMs;
  return {
    /** Returns whether the sound has jumped since the last look. */
    look(now: Moment): boolean {
      const stepMs = now.ms - last.ms;
      const isJump = stepMs < 0 || stepMs > (now.nowMs - last.nowMs) * rate + slackMs;
      if (!isJump && last.ms <= passedMs) passedMs = Math.max(passedMs, now.ms);
      last = now;
      return isJump;
    },
    /** At the end of the recording nothing more can pass, because an engine's last word may end behind it. */
    hasPassed: ({ isAtEnd }: { isAtEnd: boolean }) =>
      passedMs >= toMs || (isAtEnd && fromMs < last.ms && passedMs >= last.ms),
  };
}
