import { NetworkError, RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';

export const retryWindowMs = 30_000;
const firstPauseMs = 500;

/** What may be over in a moment: no answer, a server that restarts, or one that asks to be asked later. */
function isPassing(error: unknown) {
  if (error instanceof NetworkError) return true;
  const known = error instanceof RefusedError || error instanceof UnexpectedAnswerError;
  return known && (error.status >= 500 || error.status === 429);
}

type RetryOptions = { wait: (ms: number) => Promise<void>; nowMs: () => number };

/** Tries again with growing pauses for as long as the window is open, then tells the last failure. */
export async function withinRetryWindow<T>(
  work: () => Promise<T>,
  { wait, nowMs }: RetryOptions,
): Promise<T> {
  const beganAtMs = nowMs();
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      const spentMs = Math.abs(nowMs() - beganAtMs);
      if (!isPassing(error) || spentMs + pauseMs > retryWindowMs) throw error;
      await wait(pauseMs);
    }
  }
}
