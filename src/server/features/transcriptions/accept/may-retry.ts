import type { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'status' | 'reason' | 'originalKey'>;

/** A failure of ours, and something is there to try it with. */
export const mayRetry = ({ status, reason, originalKey }: Row): boolean =>
  status === 'failed' && reason !== 'original_gone' && originalKey !== null;
