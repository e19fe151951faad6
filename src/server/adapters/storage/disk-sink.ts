import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { countStreamedBytes } from '#server/runtime/garbage-collection.ts';

const bufferBytes = 524_288;
/** A pool for active sinks. Further buffers are left to the garbage collector. */
const keptBuffers = 16;
/** Larger than a socket's chunk, because each chunk would otherwise pause its source. */
const queuedBytes = 262_144;
const syncEveryBytes = 33_554_432;

type Options = {
  flags?: 'w' | 'r+';
  start?: number;
  /** The intermediate flush of the written bytes. */
  flush?: (file: FileHandle) => Promise<void>;
  /** Called before each buffer is written; may reject it. */
  beforeWrite?: ((bytes: number) => Promise<void>) | undefined;
};
type DiskSink = Writable & { bytesWritten: () => number };
type Done = (error?: Error | null) => void;

const free: Buffer[] = [];
const takeBuffer = () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);

function releaseBuffer(buffer: Buffer) {
  if (free.length < keptBuffers) free.push(buffer);
}

/**
 * A file sink that flushes before a write counts as done. It copies chunks into pooled buffers, because queued
 * chunks of a gigabyte would need full garbage collections. It uses at most two buffers, one written while the
 * other fills, and none while idle, so that a thousand stalled uploads hold no memory. It flushes during the
 * transfer, because one flush at the end would keep the client waiting.
 */
export function openDiskSink(
  path: string,
  { flags = 'w', start = 0, flush = (file) => file.datasync(), beforeWrite }: Options = {},
): DiskSink {
  let file: FileHandle | undefined;
  let filling: Buffer | undefined;
  let filled = 0;
  let written = 0;
  /** `synced` is the end of the last flush begun, `safe` the end of the last one that succeeded. */
  let synced = 0;
  let safe = 0;
  let unsafe = false;
  let syncing: Promise<void> | undefined;
  let writing: Promise<void> | undefined;
  let fault: Error | undefined;
  /** Continues a write that waits for the buffer in use. */
  let onFree: (() => void) | undefined;

  const opened = () => {
    if (file === undefined) throw new Error(`${path} is not open`);
    return file;
  };

  async function writeOut(buffer: Buffer, bytes: number) {
    await beforeWrite?.(bytes);
    // A disk that fills up accepts part of a write first and reports the error afterwards.
    for (let at = 0; at < bytes; ) {
      const { bytesWritten } = await opened().write(buffer, at, bytes - at, start + written);
      at += bytesWritten;
      written += bytesWritten;
    }
  }

  /** The kernel reports a lost write once, and the next flush succeeds. So remember the error. */
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

  /** Writes at once unless a write is in progress, so that even a slow connection's first bytes are safe. */
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
        releaseBuffer(buffer);
        if (syncing === undefined && written - synced >= syncEveryBytes) syncNow();
        send();
        onFree?.();
      });
  }

  function take(piece: Buffer, done: Done) {
    // An empty chunk would take a buffer that is never released.
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
    if (filling !== undefined) releaseBuffer(filling);
    filling = undefined;
    // Otherwise a resumed upload would continue after bytes that the disk has lost.
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
