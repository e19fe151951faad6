import { and, eq, sql } from 'drizzle-orm';
import { secondMs } from '#domain/format/durations.ts';
import { transcriptionSummaries, transcriptionSummaryParts } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { progressChannel, summarySubject } from '#server/features/transcriptions/run/transcription-status.ts';

export type SummaryRow = typeof transcriptionSummaries.$inferSelect;

/** The summary was deleted, ended, or taken over by another process, so this run must stop writing. */
export class SummaryGoneError extends SafeMessageError {
  constructor() {
    super('this run no longer owns the summary');
  }
}

type Place = Pick<SummaryRow, 'id' | 'transcriptionId' | 'attempt'>;
type Change = Partial<Omit<typeof transcriptionSummaries.$inferInsert, 'inputTokens' | 'outputTokens'>>;

/** True while this attempt owns the summary. */
export const isOwned = ({ id, attempt }: Pick<SummaryRow, 'id' | 'attempt'>) =>
  and(
    eq(transcriptionSummaries.id, id),
    eq(transcriptionSummaries.attempt, attempt),
    eq(transcriptionSummaries.status, 'running'),
  );

/** Writes only for the attempt that owns the summary, and only while the transcription exists. */
export async function updateSummary(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, transcriptionId, attempt }: Place,
  change: Change,
): Promise<void> {
  const written = await db
    .update(transcriptionSummaries)
    .set({ ...change, updatedAt: now() })
    .where(
      and(
        isOwned({ id, attempt }),
        sql`exists (select 1 from ${transcriptions} where ${transcriptions.id} = ${transcriptionId} and not ${transcriptions.isDeleted})`,
      ),
    )
    .returning({ id: transcriptionSummaries.id });
  if (written.length === 0) throw new SummaryGoneError();
  await db.execute(sql`select pg_notify(${progressChannel}, ${summarySubject(transcriptionId)})`);
}

const betweenReportsMs = secondMs;

/**
 * Shows how much of a part a slow model has read. The stream of the answer does not wait for the row, and the next
 * awaited write finds a summary that is gone.
 */
export function reportReading(deps: Pick<Deps, 'db' | 'now'>, row: Place) {
  let reportedAtMs = 0;
  return (share: number) => {
    if (Date.now() - reportedAtMs < betweenReportsMs) return;
    reportedAtMs = Date.now();
    updateSummary(deps, row, { partPercent: Math.floor(share * 100) }).catch(() => undefined);
  };
}

export async function addUsage(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
) {
  await db
    .update(transcriptionSummaries)
    .set({
      inputTokens: sql`${transcriptionSummaries.inputTokens} + ${inputTokens}`,
      outputTokens: sql`${transcriptionSummaries.outputTokens} + ${outputTokens}`,
    })
    .where(eq(transcriptionSummaries.id, id));
}

export async function loadNotes({ db }: Pick<Deps, 'db'>, summaryId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ key: transcriptionSummaryParts.key, notes: transcriptionSummaryParts.notes })
    .from(transcriptionSummaryParts)
    .where(eq(transcriptionSummaryParts.summaryId, summaryId));
  return new Map(rows.map(({ key, notes }) => [key, notes]));
}

export async function saveNotes(
  { db }: Pick<Deps, 'db'>,
  { summaryId, key, notes }: { summaryId: string; key: string; notes: string },
) {
  await db.insert(transcriptionSummaryParts).values({ summaryId, key, notes }).onConflictDoNothing();
}

export async function deleteNotes({ db }: Pick<Deps, 'db'>, summaryId: string) {
  await db.delete(transcriptionSummaryParts).where(eq(transcriptionSummaryParts.summaryId, summaryId));
}
