import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Upload buffers live outside V8's heap but count towards its limit. By default V8 sets the limit a few megabytes
 * above current use, so an upload triggers two full garbage collections per 20 MB. If V8 collects only when the
 * heap has doubled, the same upload takes a third of the CPU time.
 */
export function giveHeapHeadroom(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

const maxBytes = 16_777_216;

setFlagsFromString('--expose-gc');
/** V8 exposes `gc` only to contexts created after the flag was set. */
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

let passed = 0;

/**
 * Counts streamed bytes and collects the young generation every 16 MB, which takes a millisecond. Each buffer is
 * outside V8's heap behind a tiny object, so the young generation fills only after a gigabyte. Without this V8
 * retains a hundred megabytes of dead buffers and then runs a full garbage collection.
 */
export function countStreamedBytes(bytes: number): void {
  passed += bytes;
  if (passed < maxBytes) return;
  passed = 0;
  collect({ type: 'minor' });
}
