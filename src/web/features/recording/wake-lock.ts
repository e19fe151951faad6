/** Keeps the screen on, because sleeping phones stop a recording. Returns the function that releases the lock. */
export function keepScreenAwake(): () => void {
  let isWanted = true;
  let held: WakeLockSentinel | undefined;

  async function ask() {
    if (!isWanted || document.visibilityState !== 'visible') return;
    try {
      const sentinel = await navigator.wakeLock?.request('screen');
      if (isWanted) held = sentinel;
      else await sentinel?.release();
    } catch {
      // Refused, for example at low battery. The recording continues without it.
    }
  }

  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', ask);
    void held?.release();
  };
}
