import { setTimeout as delay } from 'node:timers/promises';

/**
 * Aborts with the first of the signals. Use it with a signal that lives as long as the process. AbortSignal.any would
 * leak there, because Node keeps every derived signal until its source is garbage collected.
 */
export function anySignal(...signals: readonly AbortSignal[]): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const removeListeners = () => {
    for (const each of signals) each.removeEventListener('abort', stop);
  };
  const stop = () => {
    removeListeners();
    controller.abort(signals.find((each) => each.aborted)?.reason);
  };
  for (const each of signals) each.addEventListener('abort', stop, { once: true });
  if (signals.some((each) => each.aborted)) stop();
  return { signal: controller.signal, [Symbol.dispose]: removeListeners };
}

/** A delay that throws the signal's own reason on abort, instead of the timer's AbortError. */
export async function abortableDelay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
  signal?.throwIfAborted();
}

/** Waits for work that cannot be stopped. An abort leaves it behind. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // Its fault has no reader after an abort.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
