import { setTimeout as delay } from 'node:timers/promises';

/** A wait that a stop cuts short, with the stop's own reason instead of the timer's "aborted". */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
  signal?.throwIfAborted();
}
