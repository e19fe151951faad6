/** One after the other, in the order they came; one whose signal fires while it waits leaves the line at once. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return function takeTurn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const before = last;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const onAbort = () => reject(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    last = before.then(async () => {
      // Past this point the work itself heeds the signal, and settles only when it has truly ended.
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) return;
      await work().then(resolve, reject);
    });
    return promise;
  };
}
