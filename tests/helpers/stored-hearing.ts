import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { madeSpeech } from './made-speech.ts';
import { spokenSegments } from './stored-transcriptions.ts';

const durationMs = 58 * 60_000;
const wordCount = 8_636;
const segmentWords = 20;

export const hearingVoices = [
  'Presidente Moraes',
  'Secretária Lúcia',
  'Dr. Paulo (empresa)',
  'Moradora do Jardim Aurora',
] as const;

/** Makes a hearing of 58 minutes with four voices, whose turns have as many segments of 20 words as asked. */
function hearing(turnSegments: number): StoredSegment[] {
  const whole = madeSpeech({ sentences: Math.floor(wordCount / segmentWords), words: segmentWords });
  const texts = [...whole, ...madeSpeech({ sentences: 1, words: wordCount % segmentWords })];
  const segmentMs = durationMs / texts.length;
  return spokenSegments(texts).map((segment, at) => {
    const start_ms = Math.round(at * segmentMs);
    const wordMs = segmentMs / (segment.words?.length ?? 1);
    const words = (segment.words ?? []).map((word, index) => ({
      ...word,
      start_ms: Math.round(start_ms + index * wordMs),
      end_ms: Math.round(start_ms + (index + 1) * wordMs) - 20,
    }));
    const speaker = `speaker_${Math.floor(at / turnSegments) % hearingVoices.length}`;
    return { ...segment, start_ms, end_ms: Math.round((at + 1) * segmentMs) - 100, words, speaker };
  });
}

type HearingOptions = {
  turnSegments: number;
  /** False: the voices have no names yet. */
  isNamed?: boolean;
  change?: (segments: StoredSegment[]) => StoredSegment[];
};

/** Gives a finished transcription the text of the hearing. Its sound stays as it was. */
export async function storeHearing(db: Database, id: string, options: HearingOptions) {
  const { turnSegments, isNamed = true, change = (segments) => segments } = options;
  const segments = change(hearing(turnSegments));
  const named = hearingVoices.map((name, at) => [`speaker_${at}`, name] as const);
  const speakerNames = Object.fromEntries(isNamed ? named : []);
  await db
    .update(transcripts)
    .set({ segments, text: transcriptText(segments), speakerNames })
    .where(eq(transcripts.transcriptionId, id));
  // No engine, because the page marks texts of the sandbox's engine with a note, and people see none.
  await db
    .update(transcriptions)
    .set({ durationMs, engine: null, title: 'Audiência pública: transporte coletivo, primeira sessão' })
    .where(eq(transcriptions.id, id));
  return segments;
}
