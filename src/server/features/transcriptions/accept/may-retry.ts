import type { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';

type RetryCandidate = Pick<typeof transcriptions.$inferSelect, 'status' | 'reason' | 'originalKey'>;

/** A failure of ours, and something is there to try it with. */
export const canRetry = ({ status, reason, originalKey }: RetryCandidate): boolean =>
  status === 'failed' && reason !== 'original_gone' && originalKey !== null;
