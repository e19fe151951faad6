import { eq, sql } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { assignVoices } from '#domain/voices/assign-voices.ts';
import { cutTree, type MergeTree } from '#domain/voices/cluster-embeddings.ts';
import { keepLabels } from '#domain/voices/keep-labels.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { notifyProgress } from '../run/transcription-status.ts';

/**
 * A split changes ids. A person's marks, confirmations, corrections and summaries refer to those, so only a text without
 * any of them may be split.
 */
async function maySplit(tx: Transaction, { transcriptionId, revision }: typeof transcripts.$inferSelect) {
  if (revision > 1) return false;
  const { rows } = await tx.execute<{ is_used: boolean }>(sql`
    select exists (select from marks where transcription_id = ${transcriptionId})
      or exists (select from checked_passages where transcription_id = ${transcriptionId})
      or exists (select from transcription_summaries where transcription_id = ${transcriptionId}) as is_used`);
  return rows[0]?.is_used === false;
}

function withVoices(
  segments: readonly StoredSegment[],
  { tree, voices, threshold }: { tree: MergeTree; voices: number | null; threshold: number },
  split: boolean,
): StoredSegment[] {
  const found = cutTree(tree, voices === null ? { threshold } : { voices });
  const turns = tree.stretches
    .map(({ startMs, endMs }, at) => ({ startMs, endMs, voice: found[at] ?? 0 }))
    .toSorted((one, other) => one.startMs - other.startMs);
  return keepLabels(assignVoices(segments, turns, { maySplit: split }), segments);
}

const speakersOf = (segments: readonly StoredSegment[]) =>
  JSON.stringify(segments.map(({ id, speaker }) => [id, speaker ?? null]));

async function writeText(
  tx: Transaction,
  kept: typeof transcripts.$inferSelect,
  { segments, now }: { segments: StoredSegment[]; now: Date },
) {
  if (speakersOf(segments) === speakersOf(kept.segments)) return;
  await tx
    .update(transcripts)
    .set({ segments, text: transcriptText(segments), revision: kept.revision + 1, updatedAt: now })
    .where(eq(transcripts.transcriptionId, kept.transcriptionId));
}

type Found = Readonly<{ transcriptionId: string; tree: MergeTree; threshold: number }>;

/**
 * Writes the voices into the text as it is now, with the number that the owner states now. An edit that begins meanwhile
 * waits for the lock, and then merges with the new revision.
 */
export async function writeVoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { transcriptionId, tree, threshold }: Found,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(transcriptions)
      .where(eq(transcriptions.id, transcriptionId))
      .for('no key update');
    const [kept] = await tx
      .select()
      .from(transcripts)
      .where(eq(transcripts.transcriptionId, transcriptionId))
      .for('update');
    if (row === undefined || kept === undefined || row.status !== 'completed' || row.isDeleted) return;
    const split = await maySplit(tx, kept);
    const segments = withVoices(kept.segments, { tree, voices: row.statedVoices, threshold }, split);
    await writeText(tx, kept, { segments, now: now() });
    await tx
      .update(transcriptions)
      .set({ voicesState: 'done' })
      .where(eq(transcriptions.id, transcriptionId));
    await notifyProgress(tx, transcriptionId);
  });
}
