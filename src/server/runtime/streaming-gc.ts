import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const maxBytes = 16_777_216;

setFlagsFromString('--expose-gc');
/** A context of its own is where V8 shows a collector that was not asked for when the process began. */
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

let passed = 0;

/**
 * Bytes that were read and are given on. Each piece lies outside V8's heap, under an object so small that the young
 * generation takes a gigabyte of them to fill: left to itself V8 holds a hundred megabytes of pieces that nobody needs,
 * and then looks for them through all of its heap. The young generation alone is looked through in a millisecond.
 */
export function countStreamedBytes(bytes: number): void {
  passed += bytes;
  if (passed < maxBytes) return;
  passed = 0;
  collect({ type: 'minor' });
}
