import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { UploadQueue } from './create-upload-queue.ts';
import { queueOf } from './current-queue.ts';
import { type UploadItem, wouldBeLost } from './upload-item.ts';

const QueueContext = createContext<UploadQueue | null>(null);

function askBeforeLeaving(queue: UploadQueue, event: BeforeUnloadEvent) {
  if (queue.items().some(wouldBeLost)) event.preventDefault();
}

/** Above the screens: uploads go on whichever of them is shown. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queue = queueOf(userId);
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
