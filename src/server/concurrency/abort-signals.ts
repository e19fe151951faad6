import { setTimeout as delay } from 'node:timers/promises';

/**
 * Aborted with the first of them. For what is made again and again beside a signal that lives as long as the process:
 * AbortSignal.any has Node note each signal that was made of another until that other is gone, which is never.
 */
export function anySignal(...signals: readonly AbortSignal[]): { signal: AbortSignal } & Disposable {
  const either = new AbortController();
  const letGo = () => {
    for (const each of signals) each.removeEventListener('abort', stop);
  };
  const stop = () => {
    letGo();
    either.abort(signals.find((each) => each.aborted)?.reason);
  };
  for (const each of signals) each.addEventListener('abort', stop, { once: true });
  if (signals.some((each) => each.aborted)) stop();
  return { signal: either.signal, [Symbol.dispose]: letGo };
}

/** A wait that a stop cuts short, with the stop's own reason instead of the timer's "aborted". */
export async function abortableDelay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
  signal?.throwIfAborted();
}
