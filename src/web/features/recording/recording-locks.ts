/** One recording at a time in this browser. */
export const recorderLock = 'escriba.recorder';
/** Whoever holds it is at work with that recording: records it, or has it in a form or on its way. */
export const recordingLock = (id: string) => `escriba.recording.${id}`;

export type Release = () => void;

/** Held until it is let go or the page ends, however it ends. Undefined where another tab holds it. */
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

/** Those of the names that somebody holds now. */
export async function filterHeldLocks(names: readonly string[]): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const all = new Set(held.map(({ name }) => name));
  return new Set(names.filter((name) => all.has(name)));
}

/** Calls back once nobody holds it any more: a tab that crashed says nothing else. */
export function onLockReleased(
  name: string,
  { signal, onFree }: { signal: AbortSignal; onFree: () => void },
) {
  navigator.locks
    .request(name, { mode: 'shared', signal }, () => {})
    .then(onFree, () => {
      // The wait was given up.
    });
}
