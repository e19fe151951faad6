import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';

/** Two of them: while one is written, the other fills. */
const bufferBytes = 524_288;
/** More than a piece of a socket, or each would stop its source for a moment. */
const queuedBytes = 262_144;
const syncEveryBytes = 33_554_432;

type Options = { flags?: 'w' | 'r+'; start?: number };
export type DiskSink = Writable & { bytesWritten: () => number };
type Done = (error?: Error | null) => void;

/**
 * A file that is flushed before it counts as written. Pieces are copied together: kept until their turn, a gigabyte of
 * them would be garbage that only the collector's longest way finds. What is written is flushed while more comes: left
 * to the end, it would keep who sent it waiting for as long as the disk takes.
 */
export function openDiskSink(path: string, { flags = 'w', start = 0 }: Options = {}): DiskSink {
  let file: FileHandle | undefined;
  let filling = Buffer.allocUnsafeSlow(bufferBytes);
  let spare = Buffer.allocUnsafeSlow(bufferBytes);
  let filled = 0;
  let written = 0;
  let synced = 0;
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
    // A disk that fills up takes a part first, and says so at the rest.
    for (let at = 0; at < bytes; ) {
      const { bytesWritten } = await opened().write(buffer, at, bytes - at, start + written);
      at += bytesWritten;
      written += bytesWritten;
    }
  }

  function syncNow() {
    synced = written;
    // A fault shows again at the flush at the end, which is the one that counts.
    syncing = opened()
      .datasync()
      .catch(() => undefined)
      .finally(() => {
        syncing = undefined;
      });
  }

  /** At once where nothing is being written, however little there is: a slow line's first bytes are safe, too. */
  function send() {
    if (writing !== undefined || filled === 0 || fault !== undefined) return;
    const [buffer, bytes] = [filling, filled];
    filling = spare;
    spare = buffer;
    filled = 0;
    writing = writeOut(buffer, bytes)
      .catch((error: Error) => {
        fault = error;
      })
      .then(() => {
        writing = undefined;
        if (syncing === undefined && written - synced >= syncEveryBytes) syncNow();
        send();
        onFree?.();
      });
  }

  function take(piece: Buffer, done: Done) {
    const taken = piece.copy(filling, filled);
    filled += taken;
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
    if (fault !== undefined) throw fault;
    await syncing;
    await opened().sync();
  }

  async function close() {
    while (writing !== undefined) await writing;
    await syncing;
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
