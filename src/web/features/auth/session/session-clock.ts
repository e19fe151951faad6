import { tickMs } from './kept-session.ts';

export const checkEveryMs = 300_000;
/** A person who comes back to the page learns at once that the session ended meanwhile, before they type on. */
const checkOnReturnMs = 30_000;

type SessionClockOptions = {
  /** Renews the access token when little is left of it. */
  tick: () => void;
  /** Asks the server whether the session still is. */
  check: () => void;
  nowMs: () => number;
  isHidden: () => boolean;
};

export type SessionClock = ReturnType<typeof createSessionClock>;

/** Runs while somebody looks at the page, and catches up when they come back to it. */
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
    turn() {
      if (isHidden()) return pause();
      run();
      tick();
      // A clock that was set back must not put the check off.
      if (Math.abs(nowMs() - checkedAtMs) >= checkOnReturnMs) checkNow();
    },
  };
}
