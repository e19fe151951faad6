const probesAtOnce = 4;
const ofOnePerson = 2;

type Waiting = { userId: string; go: () => void };

export type ProbeSemaphore = Readonly<{
  /** Runs the work once a slot is free. Skips it if the signal aborts the wait. */
  withProbeSlot: <T>(userId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}>;

/**
 * To probe a file, this process may have to fetch it whole. The semaphore limits the fetched files on its disk,
 * and keeps one user from taking every slot.
 */
export function createProbeSemaphore(): ProbeSemaphore {
  const held: string[] = [];
  const waiting: Waiting[] = [];
  const mayGo = (userId: string) =>
    held.length < probesAtOnce && held.filter((holder) => holder === userId).length < ofOnePerson;

  function next() {
    for (let at = waiting.findIndex(({ userId }) => mayGo(userId)); at >= 0; ) {
      const [first] = waiting.splice(at, 1);
      if (first !== undefined) held.push(first.userId);
      first?.go();
      at = waiting.findIndex(({ userId }) => mayGo(userId));
    }
  }

  async function stand(userId: string, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { userId, go: resolve };
    const leave = () => {
      const at = waiting.indexOf(one);
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(one);
    next();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    async withProbeSlot(userId, work, signal) {
      await stand(userId, signal);
      try {
        return await work();
      } finally {
        held.splice(held.indexOf(userId), 1);
        next();
      }
    },
  };
}
