/** A tab that hangs while holding the lock must not block the others; an extra refresh is harmless. */
const maxWaitMs = 10_000;
const leaseMs = 20_000;
const lookEveryMs = 100;
/** Storage written by the previous holder reaches this tab's process slightly later than the lock. */
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
 * Fallback without Web Locks, which browsers offer only over HTTPS and which home networks may lack. If two tabs
 * write at once, both read again a moment later, and one of them finds the other's name.
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

/** Runs one tab at a time. */
export function createTabLock({ name, locks, storage }: TabLockOptions): TabLock {
  return locks === undefined ? storageLease(storage, name) : webLock(locks, name);
}
