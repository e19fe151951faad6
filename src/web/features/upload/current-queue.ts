import { createUploadQueue, type UploadQueue } from './create-upload-queue.ts';
import { browserDeps } from './upload-deps.ts';
import { isUnfinished } from './upload-item.ts';

let current: { userId: string; queue: UploadQueue } | undefined;

/** The same for as long as the same person is in: a session that ended and came back finds its files still there. */
export function queueOf(userId: string): UploadQueue {
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
