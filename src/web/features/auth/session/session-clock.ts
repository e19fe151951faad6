import { minuteMs } from '#domain/format/durations.ts';
import { tickMs } from './kept-session.ts';

export const checkEveryMs = 5 * minuteMs;
/** On return to the page the user learns at once whether the session has ended, before typing on. */
const checkOnReturnMs = 30_000;

type SessionClockOptions = {
  /** Renews the access token before it expires. */
  tick: () => void;
  /** Asks the server whether the session still exists. */
  check: () => void;
  nowMs: () => number;
  isHidden: () => boolean;
};

/** Runs while the page is visible, and catches up when it becomes visible again. */
export function createSessionClock({ tick, check, nowMs, isHidden }: SessionClockOptions) {
  let timers: ReturnType<typeof setInterval>[] = [];
  let checkedAtMs = nowMs();

  function checkNow() {
    checkedAtMs = nowMs();
    check();
  }

  function pause() {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function run() {
    pause();
    timers = [setInterval(tick, tickMs), setInterval(checkNow, checkEveryMs)];
  }

  return {
    start() {
      checkNow();
      if (!isHidden()) run();
    },
    stop: pause,
    /** The page was hidden or shown, or its window got the focus. */
    updateVisibility() {
      if (isHidden()) return pause();
      run();
      tick();
      // The absolute value, so that a clock set back does not delay the check.
      if (Math.abs(nowMs() - checkedAtMs) >= checkOnReturnMs) checkNow();
    },
  };
}
