/** A tab that hangs with the lock in its hand must not keep the others out: a refresh too many does no harm. */
const maxWaitMs = 10_000;
const leaseMs = 20_000;
const lookEveryMs = 100;
/** What the tab before has written reaches the process of this one a moment later than its lock. */
const settleMs = 50;

type TabLockOptions = { name: string; locks: LockManager | undefined; storage: () => Storage };
type TabLock = <T>(work: () => Promise<T>) => Promise<T>;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

function webLock(locks: LockManager, name: string): TabLock {
  return async (work) => {
    let begun = false;
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(maxWaitMs) }, async () => {
        begun = true;
        await wait(settleMs);
        return work();
      });
    } catch (error) {
      if (begun || !isTimeout(error)) throw error;
      return work();
    }
  };
}

function readLease(storage: Storage, name: string) {
  const [owner = '', until = ''] = (storage.getItem(name) ?? '').split(' ');
  return { owner, untilMs: Number(until) };
}

/**
 * Browsers give locks only to pages that come over HTTPS; an installation in a home network may have none. Two tabs
 * that write in the same moment both look again a moment later, and one of them finds the other's name.
 */
function storageLease(openStorage: () => Storage, name: string): TabLock {
  const own = Math.random().toString(36).slice(2);
  async function acquire(storage: Storage) {
    const giveUpAtMs = Date.now() + maxWaitMs;
    while (Date.now() < giveUpAtMs) {
      if (!(readLease(storage, name).untilMs > Date.now())) {
        storage.setItem(name, `${own} ${Date.now() + leaseMs}`);
        await wait(settleMs);
        if (readLease(storage, name).owner === own) return;
      }
      await wait(lookEveryMs);
    }
  }
  return async (work) => {
    let storage: Storage;
    try {
      storage = openStorage();
      await acquire(storage);
    } catch {
      return work();
    }
    try {
      return await work();
    } finally {
      if (readLease(storage, name).owner === own) storage.removeItem(name);
    }
  };
}

/** Lets one tab in at a time. */
export function createTabLock({ name, locks, storage }: TabLockOptions): TabLock {
  return locks === undefined ? storageLease(storage, name) : webLock(locks, name);
}
