import { createWriteStream, fdatasync, type WriteStream } from 'node:fs';

/** Pieces that wait for a write go out together with the next: fewer and larger writes. */
const gatheredBytes = 262_144;
const syncEveryBytes = 33_554_432;
const lookEveryMs = 100;

type Options = { flags?: 'w' | 'r+'; start?: number };

/**
 * A file that is flushed before it counts as written. What has come is sent to the disk while more comes: left to the
 * end, a gigabyte would keep who sent it waiting for as long as the disk takes.
 */
export function openDiskSink(path: string, { flags = 'w', start }: Options = {}): WriteStream {
  const sink = createWriteStream(path, {
    flags,
    ...(start === undefined ? {} : { start }),
    flush: true,
    highWaterMark: gatheredBytes,
  });
  let fd: number | undefined;
  let syncedBytes = 0;
  let isSyncing = false;
  sink.once('open', (opened) => {
    fd = opened;
  });
  const timer = setInterval(() => {
    if (fd === undefined || isSyncing || sink.bytesWritten - syncedBytes < syncEveryBytes) return;
    isSyncing = true;
    syncedBytes = sink.bytesWritten;
    // A fault shows again at the flush at the end, which is the one that counts.
    fdatasync(fd, () => {
      isSyncing = false;
    });
  }, lookEveryMs);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    fd = undefined;
  };
  sink.once('finish', stop);
  sink.once('close', stop);
  return sink;
}
