import { calendarMonth } from '#domain/format/calendar.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';

type Stored = Partial<typeof transcriptions.$inferInsert> & {
  userId: string;
  segments?: StoredSegment[];
  speakerNames?: Record<string, string>;
};

const segmentMs = 5_000;

/** Makes one five-second segment per sentence, with its words evenly spaced. */
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

/** Inserts a completed transcription without its recording. It gets a text from the given segments or sentences. */
export async function insertTranscription(
  { db }: { db: Database | Transaction },
  { segments, speakerNames = {}, ...changes }: Stored,
  sentences?: readonly string[],
): Promise<string> {
  const createdAt = changes.createdAt ?? new Date();
  const durationMs = changes.durationMs ?? segments?.at(-1)?.end_ms ?? 60_000;
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
  if (row === undefined) throw new Error('inserting a transcription returned no row');
  const stored = segments ?? (sentences && segmentsSaying(sentences));
  if (stored !== undefined) {
    const text = transcriptText(stored);
    await db.insert(transcripts).values({ transcriptionId: row.id, text, segments: stored, speakerNames });
  }
  return row.id;
}

/** Makes consecutive segments as an engine returns them, with a tenth of a second per letter. */
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
