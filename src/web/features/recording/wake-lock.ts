/** Keeps the screen on: phones stop a recording when they fall asleep. Returns what lets it sleep again. */
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
      // A nearly empty battery: the recording goes on without it.
    }
  }

  // The browser takes it back whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', ask);
    void held?.release();
  };
}
