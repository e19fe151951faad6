/** Counts only the time in which it runs. It waits for its first `run`. */
export function createPausableTimer(ms: number, onEnd: () => void) {
  let leftMs = ms;
  let startedAtMs = 0;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  function pause() {
    if (timeout === undefined) return;
    clearTimeout(timeout);
    timeout = undefined;
    leftMs -= performance.now() - startedAtMs;
  }

  return {
    pause,
    run() {
      if (timeout !== undefined) return;
      startedAtMs = performance.now();
      timeout = setTimeout(onEnd, Math.max(0, leftMs));
    },
  };
}
