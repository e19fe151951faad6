import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { createDrops, type Drops } from './create-drops.ts';
import { createUploadQueue, type UploadQueue } from './create-upload-queue.ts';
import { browserDeps } from './upload-deps.ts';
import { isUnfinished, type UploadItem, wouldBeLost } from './upload-item.ts';

type Uploads = { userId: string; queue: UploadQueue; drops: Drops };

let current: Uploads | undefined;

/** Returns the same queue for the same account, so that uploads survive an expired session. */
function uploadsOfUser(userId: string): Uploads {
  if (current?.userId !== userId) {
    current?.queue.stop();
    const queue = createUploadQueue(userId, browserDeps);
    current = { userId, queue, drops: createDrops(queue) };
  }
  return current;
}

/** True if a sign-out would cancel no upload of this account, and no file that the browser still reads. */
export const areUploadsDone = (userId: string) =>
  current?.userId !== userId ||
  (current.drops.state().checking === 0 && !current.queue.items().some(isUnfinished));

/** Deletes all uploads of this account on the server, before a sign-out. */
export async function cancelUploads(userId: string) {
  if (current?.userId !== userId) return;
  current.drops.forget();
  await current.queue.cancelAll();
}

/** Deletes all uploads from this browser on a sign-out. */
export function forgetUploads() {
  current?.drops.forget();
  void current?.queue.forget();
  current = undefined;
}

const UploadsContext = createContext<Uploads | null>(null);

/** Mounted above the screens, so that uploads survive navigation. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const uploads = uploadsOfUser(userId);
  const { queue, drops } = uploads;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    queue.start();
    addEventListener('online', queue.wake, { signal });
    addEventListener('pagehide', queue.remember, { signal });
    addEventListener(
      'beforeunload',
      (event) => {
        if (drops.state().checking > 0 || queue.items().some(wouldBeLost)) event.preventDefault();
      },
      { signal },
    );
    return () => {
      queue.stop();
      leaving.abort();
    };
  }, [queue, drops]);
  return <UploadsContext.Provider value={uploads}>{children}</UploadsContext.Provider>;
}

function useUploadsContext(): Uploads {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error('uploads are used inside UploadsProvider');
  return uploads;
}

export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const { queue } = useUploadsContext();
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items, queue.items) };
}

export function useDrops() {
  const { drops } = useUploadsContext();
  return { drops, ...useSyncExternalStore(drops.subscribe, drops.state, drops.state) };
}
