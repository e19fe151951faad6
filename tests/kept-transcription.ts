import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { calendarMonth } from '#server/features/usage/calendar-month.ts';

type Changes = Partial<typeof transcriptions.$inferInsert> & { userId: string };

const segmentMs = 5_000;

/** Sentences of five seconds each, their words evenly in them. */
export function segmentsSaying(sentences: readonly string[]): StoredSegment[] {
  return sentences.map((text, id) => {
    const words = text.split(/\s+/);
    const start = id * segmentMs;
    const wordMs = Math.floor(segmentMs / words.length);
    return {
      id,
      start_ms: start,
      end_ms: start + segmentMs,
      text,
      words: words.map((word, at) => ({
        start_ms: start + at * wordMs,
        end_ms: start + (at + 1) * wordMs,
        text: word,
      })),
    };
  });
}

/** A transcription as it is when it is done, without the recording; with its text where sentences are given. */
export async function keepTranscription(
  { db }: { db: Database },
  changes: Changes,
  sentences?: readonly string[],
): Promise<string> {
  const createdAt = changes.createdAt ?? new Date();
  const durationMs = changes.durationMs ?? 60_000;
  const [row] = await db
    .insert(transcriptions)
    .values({
      fileName: 'aula.mp3',
      status: 'completed',
      durationMs,
      language: 'pt',
      createdAt,
      updatedAt: createdAt,
      usageMonth: calendarMonth(createdAt),
      usageSeconds: Math.ceil(durationMs / 1_000),
      usageState: 'settled',
      ...changes,
    })
    .returning({ id: transcriptions.id });
  if (row === undefined) throw new Error('keeping a transcription returned no row');
  if (sentences !== undefined) {
    const segments = segmentsSaying(sentences);
    await db
      .insert(transcripts)
      .values({ transcriptionId: row.id, text: transcriptText(segments), segments });
  }
  return row.id;
}
