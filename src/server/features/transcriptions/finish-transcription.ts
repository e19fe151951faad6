import { asc, eq } from 'drizzle-orm';
import type { StoredSegment } from '#contract/segments.ts';
import { textOf } from '#contract/text-of.ts';
import { takenName } from '#contract/transcription-name.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { transcriptionChunks, transcriptions, transcripts } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { closeReservation } from '../usage/close-reservation.ts';
import { tellProgress } from './tell-progress.ts';

/** The chunks' segments in their order, numbered through; what reaches into the next chunk is kept from overlapping. */
function joined(chunks: readonly { segments: StoredSegment[] | null }[]): StoredSegment[] {
  const all = chunks.flatMap(({ segments }) => segments ?? []);
  return all.map((segment, id) => {
    const next = all[id + 1];
    const end =
      next === undefined
        ? segment.end_ms
        : Math.min(segment.end_ms, Math.max(next.start_ms, segment.start_ms));
    return { ...segment, id, end_ms: end };
  });
}

/** Deleted, taken over by another run, or finished by a process that was thought dead: nothing is left to do. */
const isStillOurs = (current: typeof transcriptions.$inferSelect, run: number) =>
  current.run === run &&
  current.status === 'processing' &&
  current.completedAt === null &&
  !current.isDeleted;

/** Text, charge, mail and state in one transaction: a crash before its end leaves a job that does just this again. */
export async function finishTranscription(
  deps: Pick<Deps, 'db' | 'queue' | 'now' | 'speech' | 'config'>,
  row: Pick<typeof transcriptions.$inferSelect, 'id' | 'run' | 'userId'>,
): Promise<void> {
  const { db, now, speech } = deps;
  await db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(transcriptions)
      .where(eq(transcriptions.id, row.id))
      .for('update');
    if (current === undefined || !isStillOurs(current, row.run)) return;
    const chunks = await tx
      .select()
      .from(transcriptionChunks)
      .where(eq(transcriptionChunks.transcriptionId, row.id))
      .orderBy(asc(transcriptionChunks.index));
    // Another try may have planned a stretch that it did not live to hear: no text is finished with a hole in it.
    if (chunks.length !== current.chunksTotal || chunks.some(({ doneAt }) => doneAt === null))
      throw new Error('a stretch of the recording has no answer yet');
    const segments = joined(chunks);
    await tx
      .update(transcriptions)
      .set({
        status: 'completed',
        reason: segments.length === 0 ? 'nothing_heard' : null,
        engine: speech.name,
        heardLanguage: chunks.find(({ language }) => language !== null)?.language ?? null,
        completedAt: now(),
        updatedAt: now(),
        notifiedAt: now(),
      })
      .where(eq(transcriptions.id, row.id));
    await tx
      .insert(transcripts)
      .values({ transcriptionId: row.id, text: textOf(segments), segments })
      .onConflictDoUpdate({
        target: transcripts.transcriptionId,
        set: { text: textOf(segments), segments, updatedAt: now() },
      });
    await closeReservation(tx, { transcriptionId: row.id, how: 'settled' });
    await tx.delete(transcriptionChunks).where(eq(transcriptionChunks.transcriptionId, row.id));
    const [owner] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, row.userId));
    const named = { title: current.title, file_name: current.fileName, created_at: current.createdAt };
    if (owner !== undefined)
      await queueMail(
        deps,
        {
          template: 'transcription-finished',
          to: owner.email,
          data: { name: owner.name, title: takenName(named), transcriptionId: row.id },
        },
        { tx },
      );
    await tellProgress(tx, row.id);
  });
}
