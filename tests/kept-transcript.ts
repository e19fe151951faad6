import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { calendarMonth } from '#server/features/usage/calendar-month.ts';

type Keeping = {
  userId: string;
  segments: StoredSegment[];
  speakerNames?: Record<string, string>;
  changes?: Partial<typeof transcriptions.$inferInsert>;
};

/** A finished transcription with a text that a test or a benchmark made up: no engine says three hours at a wish. */
export async function keepTranscript(
  db: Database,
  { userId, segments, speakerNames = {}, changes = {} }: Keeping,
): Promise<string> {
  const durationMs = segments.at(-1)?.end_ms ?? 1_000;
  const [row] = await db
    .insert(transcriptions)
    .values({
      userId,
      fileName: 'aula.mp3',
      status: 'completed',
      durationMs,
      language: 'pt',
      usageMonth: calendarMonth(new Date()),
      usageSeconds: 0,
      usageState: 'settled',
      completedAt: new Date(),
      ...changes,
    })
    .returning({ id: transcriptions.id });
  if (row === undefined) throw new Error('no transcription was kept');
  await db
    .insert(transcripts)
    .values({ transcriptionId: row.id, text: transcriptText(segments), segments, speakerNames });
  return row.id;
}

/** Segments as an engine gives them, each text said in its turn, a tenth of a second a letter. */
export function spokenSegments(texts: readonly string[], changes: Partial<StoredSegment> = {}) {
  let atMs = 0;
  return texts.map((text, id): StoredSegment => {
    const start_ms = atMs;
    const words = text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => {
        const from = atMs;
        atMs += word.length * 100;
        return { start_ms: from, end_ms: atMs - 20, text: word, confidence: 0.9 };
      });
    atMs += 300;
    return { id, start_ms, end_ms: atMs - 300, text, words, ...changes };
  });
}
