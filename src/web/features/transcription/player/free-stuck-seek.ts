const lookEveryMs = 1_000;

const holds = (ranges: TimeRanges, seconds: number) =>
  Array.from({ length: ranges.length }, (_, at) => at).some(
    (at) => ranges.start(at) <= seconds && seconds < ranges.end(at),
  );

type Wanted = Readonly<{ isWanted: () => boolean; targetMs: () => number }>;

/**
 * Chrome can hang after a few seeks within a moment: it waits for sound, and loads none or has it already. Another seek to
 * the same place frees it. On a slow line the element is still loading, and a seek would begin that again.
 */
export function freeStuckSeek(element: HTMLMediaElement, { isWanted, targetMs }: Wanted): () => void {
  let stuckAtMs: number | undefined;
  const timer = setInterval(() => {
    const isStuck =
      isWanted() &&
      element.error === null &&
      element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA &&
      (element.networkState === HTMLMediaElement.NETWORK_IDLE || holds(element.buffered, targetMs() / 1_000));
    const isStill = isStuck && stuckAtMs === targetMs();
    stuckAtMs = isStuck ? targetMs() : undefined;
    if (isStill) element.currentTime = targetMs() / 1_000;
  }, lookEveryMs);
  return () => clearInterval(timer);
}
