/** Only one recording at a time in this browser. */
export const recorderLock = 'escriba.recorder';
/** Held by the tab that records this recording, has it in a form, or uploads it. */
export const recordingLock = (id: string) => `escriba.recording.${id}`;

export type Release = () => void;

/** The lock is held until release or until the page ends, even by a crash. Undefined if another tab holds it. */
export function tryAcquireLock(name: string): Promise<Release | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Release | undefined>();
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      const held = Promise.withResolvers<void>();
      resolve(held.resolve);
      return held.promise;
    })
    .catch(reject);
  return promise;
}

export async function heldLocks(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name));
}

/** Calls back when the lock is released. A crash of the holder releases it too. */
export function onLockReleased(
  name: string,
  { signal, onFree }: { signal: AbortSignal; onFree: () => void },
) {
  navigator.locks
    .request(name, { mode: 'shared', signal }, () => {})
    .then(onFree, () => {
      // The caller aborted.
    });
}

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
