/** A semaphore with a FIFO queue. An abort signal removes its call from the queue. */
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
      // Pass the slot to the first waiter directly, so that a new caller cannot overtake it.
      if (next === undefined) free += 1;
      else next();
    }
  };
}
