import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { createUploadQueue, type UploadQueue } from './create-upload-queue.ts';
import { browserDeps } from './upload-deps.ts';
import { isUnfinished, type UploadItem, wouldBeLost } from './upload-item.ts';

let current: { userId: string; queue: UploadQueue } | undefined;

/** Returns the same queue for the same account, so that uploads survive an expired session. */
function uploadQueueOfUser(userId: string): UploadQueue {
  if (current?.userId !== userId) {
    current?.queue.stop();
    current = { userId, queue: createUploadQueue(userId, browserDeps) };
  }
  return current.queue;
}

/** True if a sign-out would cancel no upload of this account. */
export const areUploadsDone = (userId: string) =>
  current?.userId !== userId || !current.queue.items().some(isUnfinished);

/** Deletes all uploads from this browser on a sign-out. */
export function forgetUploads() {
  void current?.queue.forget();
  current = undefined;
}

const QueueContext = createContext<UploadQueue | null>(null);

/** Mounted above the screens, so that uploads survive navigation. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queue = uploadQueueOfUser(userId);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    queue.start();
    addEventListener('online', queue.wake, { signal });
    addEventListener('pagehide', queue.remember, { signal });
    addEventListener(
      'beforeunload',
      (event) => {
        if (queue.items().some(wouldBeLost)) event.preventDefault();
      },
      { signal },
    );
    return () => {
      queue.stop();
      leaving.abort();
    };
  }, [queue]);
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const queue = useContext(QueueContext);
  if (queue === null) throw new Error('useUploads must be used inside UploadsProvider');
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items, queue.items) };
}
