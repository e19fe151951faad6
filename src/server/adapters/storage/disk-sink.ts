import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { countStreamedBytes } from '../../runtime/streaming-gc.ts';

const bufferBytes = 524_288;
/** What flows finds a buffer here; more than these are left to the collector. */
const keptBuffers = 16;
/** More than a piece of a socket, or each would stop its source for a moment. */
const queuedBytes = 262_144;
const syncEveryBytes = 33_554_432;

type Options = {
  flags?: 'w' | 'r+';
  start?: number;
  /** How what was written so far is flushed on the way. */
  flush?: (file: FileHandle) => Promise<void>;
  /** Asked before each buffer is written, and may refuse it. */
  beforeWrite?: ((bytes: number) => Promise<void>) | undefined;
};
export type DiskSink = Writable & { bytesWritten: () => number };
type Done = (error?: Error | null) => void;

const free: Buffer[] = [];
const takeBuffer = () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);

function giveBack(buffer: Buffer) {
  if (free.length < keptBuffers) free.push(buffer);
}

/**
 * A file that is flushed before it counts as written. Pieces are copied together: kept until their turn, a gigabyte of
 * them would be garbage that only the collector's longest way finds. Two buffers at most, while one is written and the
 * other fills, and none while nothing comes: a thousand uploads that stand still would hold a gigabyte. What is written
 * is flushed while more comes: left to the end, it would keep who sent it waiting for as long as the disk takes.
 */
export function openDiskSink(
  path: string,
  { flags = 'w', start = 0, flush = (file) => file.datasync(), beforeWrite }: Options = {},
): DiskSink {
  let file: FileHandle | undefined;
  let filling: Buffer | undefined;
  let filled = 0;
  let written = 0;
  /** Up to where a flush was begun, and up to where one has ended well. */
  let synced = 0;
  let safe = 0;
  let unsafe = false;
  let syncing: Promise<void> | undefined;
  let writing: Promise<void> | undefined;
  let fault: Error | undefined;
  /** Who waits until the buffer that is being written is free. */
  let onFree: (() => void) | undefined;

  const opened = () => {
    if (file === undefined) throw new Error(`${path} is not open`);
    return file;
  };

  async function writeOut(buffer: Buffer, bytes: number) {
    await beforeWrite?.(bytes);
    // A disk that fills up takes a part first, and says so at the rest.
    for (let at = 0; at < bytes; ) {
      const { bytesWritten } = await opened().write(buffer, at, bytes - at, start + written);
      at += bytesWritten;
      written += bytesWritten;
    }
  }

  /** The kernel tells of a lost write once: the next flush says that all is well. */
  async function flushed(flushing: Promise<void>, upTo: number) {
    try {
      await flushing;
      safe = upTo;
    } catch (error) {
      unsafe = true;
      fault ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  function syncNow() {
    synced = written;
    syncing = flushed(flush(opened()), written).finally(() => {
      syncing = undefined;
    });
  }

  /** At once where nothing is being written, however little there is: a slow line's first bytes are safe, too. */
  function send() {
    if (writing !== undefined || filling === undefined || fault !== undefined) return;
    const [buffer, bytes] = [filling, filled];
    filling = undefined;
    filled = 0;
    writing = writeOut(buffer, bytes)
      .catch((error: Error) => {
        fault ??= error;
      })
      .then(() => {
        writing = undefined;
        giveBack(buffer);
        if (syncing === undefined && written - synced >= syncEveryBytes) syncNow();
        send();
        onFree?.();
      });
  }

  function take(piece: Buffer, done: Done) {
    // An empty piece would take a buffer that nothing gives back.
    if (piece.length > 0) filling ??= takeBuffer();
    const taken = filling === undefined ? 0 : piece.copy(filling, filled);
    filled += taken;
    countStreamedBytes(taken);
    send();
    if (fault !== undefined) return done(fault);
    if (taken === piece.length) return done();
    onFree = () => {
      onFree = undefined;
      take(piece.subarray(taken), done);
    };
  }

  async function finish() {
    while (writing !== undefined) await writing;
    await syncing;
    if (fault === undefined) await flushed(opened().sync(), written);
    if (fault !== undefined) throw fault;
  }

  async function close() {
    while (writing !== undefined) await writing;
    await syncing;
    if (filling !== undefined) giveBack(filling);
    filling = undefined;
    // Whoever goes on where the file ends would go on behind bytes that the disk has lost.
    if (unsafe) await file?.truncate(start + safe).catch(() => undefined);
    await file?.close();
  }

  const sink = new Writable({
    highWaterMark: queuedBytes,
    construct: (done) => {
      open(path, flags).then((handle) => {
        file = handle;
        done();
      }, done);
    },
    write: (piece: Buffer, _encoding, done) => take(piece, done),
    final: (done) => void finish().then(() => done(), done),
    destroy: (error, done) => void close().then(() => done(error), done),
  });
  return Object.assign(sink, { bytesWritten: () => written });
}
