import { and, eq, inArray } from 'drizzle-orm';
import type { TranscriptionReason } from '#contract/transcription.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { notifyProgress } from './notify-progress.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run'>;

/** Nobody looks at "waiting" without being told for what. */
export async function setPendingReason(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  reason: TranscriptionReason,
) {
  await deps.db
    .update(transcriptions)
    .set({ status: 'pending', reason, updatedAt: deps.now() })
    .where(
      and(
        eq(transcriptions.id, row.id),
        eq(transcriptions.run, row.run),
        // Another process may have ended it meanwhile: what is done is not begun again.
        inArray(transcriptions.status, ['pending', 'processing']),
      ),
    );
  await notifyProgress(deps.db, row.id);
}
