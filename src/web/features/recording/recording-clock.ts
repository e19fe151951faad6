/** How long was recorded, without the pauses; the times are of a clock that only goes forward. */
export type RecordingClock = { beforeMs: number; runningSinceMs: number | undefined };

export const stoppedClock: RecordingClock = { beforeMs: 0, runningSinceMs: undefined };

export const elapsedMs = ({ beforeMs, runningSinceMs }: RecordingClock, nowMs: number) =>
  beforeMs + (runningSinceMs === undefined ? 0 : Math.max(0, nowMs - runningSinceMs));

export const runClock = (clock: RecordingClock, nowMs: number): RecordingClock =>
  clock.runningSinceMs === undefined ? { ...clock, runningSinceMs: nowMs } : clock;

export const pauseClock = (clock: RecordingClock, nowMs: number): RecordingClock => ({
  beforeMs: elapsedMs(clock, nowMs),
  runningSinceMs: undefined,
});

/** Pages in the background are woken once a second: a stop to the letter would come too late for the plan. */
const wakingMs = 1_000;
const noticeMs = 60_000;

/** What the limit asks for now. A recording that may last a minute is not told so for all of it. */
export function limitNow(recordedMs: number, maxSeconds: number): 'far' | 'near' | 'reached' {
  const leftMs = maxSeconds * 1_000 - recordedMs;
  if (leftMs <= wakingMs) return 'reached';
  return leftMs <= noticeMs && maxSeconds * 1_000 > noticeMs ? 'near' : 'far';
}
