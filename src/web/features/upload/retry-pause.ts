import { NetworkError, RefusedError, UnexpectedAnswerError } from '../../api/client.ts';
import { describeError } from '../../api/error-recovery.ts';

const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** A fault on our side that does not pass is told after so many tries. */
const maxTriesOfFaults = 5;
const passingStatuses: readonly number[] = [408, 409, 423, 425, 429];

export const retryPauseMs = (attempt: number) => pausesMs[Math.min(attempt, pausesMs.length - 1)] as number;

type Patience = 'retry' | 'give_up';

/** Whether time heals it. A lost line is waited for without end; a fault of the server only for a while. */
export function patienceWith(error: unknown, attempt: number): Patience {
  if (error instanceof NetworkError) return 'retry';
  if (error instanceof RefusedError) {
    const { wayOut } = describeError(error);
    if (error.status === 503 || wayOut === 'wait' || error.body.code === 'unauthenticated') return 'retry';
    return wayOut === 'retry' && attempt < maxTriesOfFaults ? 'retry' : 'give_up';
  }
  if (error instanceof UnexpectedAnswerError) {
    if (passingStatuses.includes(error.status) || error.status >= 502) return 'retry';
    return attempt < maxTriesOfFaults ? 'retry' : 'give_up';
  }
  return 'give_up';
}
