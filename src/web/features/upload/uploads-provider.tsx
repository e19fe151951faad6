import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { createUploadQueue, type UploadQueue } from './create-upload-queue.ts';
import { browserDeps } from './upload-deps.ts';
import { isUnfinished, type UploadItem, wouldBeLost } from './upload-item.ts';

let current: { userId: string; queue: UploadQueue } | undefined;

/** The same for as long as the same person is in: a session that ended and came back finds its files still there. */
export function uploadQueueOfUser(userId: string): UploadQueue {
  if (current?.userId !== userId) {
    current?.queue.stop();
    current = { userId, queue: createUploadQueue(userId, browserDeps) };
  }
  return current.queue;
}

/** Whether every upload of this account has reached its end, so that a sign-out cancels nothing. */
export const areUploadsDone = (userId: string) =>
  current?.userId !== userId || !current.queue.items().some(isUnfinished);

/** The person has left on purpose. */
export function forgetUploads() {
  void current?.queue.forget();
  current = undefined;
}

const QueueContext = createContext<UploadQueue | null>(null);

function askBeforeLeaving(queue: UploadQueue, event: BeforeUnloadEvent) {
  if (queue.items().some(wouldBeLost)) event.preventDefault();
}

/** Above the screens: uploads go on whichever of them is shown. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queue = uploadQueueOfUser(userId);
  useEffect(() => {
    queue.start();
    const onBeforeUnload = (event: BeforeUnloadEvent) => askBeforeLeaving(queue, event);
    addEventListener('online', queue.wake);
    addEventListener('beforeunload', onBeforeUnload);
    addEventListener('pagehide', queue.remember);
    return () => {
      queue.stop();
      removeEventListener('online', queue.wake);
      removeEventListener('beforeunload', onBeforeUnload);
      removeEventListener('pagehide', queue.remember);
    };
  }, [queue]);
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

export function useUploads(): { queue: UploadQueue; items: readonly UploadItem[] } {
  const queue = useContext(QueueContext);
  if (queue === null) throw new Error('useUploads was called outside the dashboard');
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items, queue.items) };
}
