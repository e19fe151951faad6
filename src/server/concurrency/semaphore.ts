/** So many at once and no more, in the order they came; one whose signal fires while it waits leaves the line. */
export function createSemaphore(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];

  function untilFree(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return async function run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (free === 0) await untilFree(signal);
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Handed on, not given back: nobody who comes now is quicker than who waits.
      if (next === undefined) free += 1;
      else next();
    }
  };
}

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
