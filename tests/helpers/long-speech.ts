import type { StoredSegment } from '#domain/transcript/segment.ts';

const wordsInSegment = 12;
const segmentMs = 5_000;
const topics = ['fotossíntese', 'orçamento', 'prova', 'reunião', 'projeto', 'biologia', 'prazo', 'entrega'];

/** Makes hours of speech without a repeated word, so that a test can count each word in any output. */
export function longSpeech({ hours }: { hours: number }): { segments: StoredSegment[]; words: string[] } {
  const count = Math.floor((hours * 3_600_000) / segmentMs);
  const words: string[] = [];
  const segments = Array.from({ length: count }, (_, id): StoredSegment => {
    const said = Array.from(
      { length: wordsInSegment },
      (_, at) => `${topics[(id + at) % topics.length]}${id * wordsInSegment + at}`,
    );
    words.push(...said);
    const start_ms = id * segmentMs;
    return { id, start_ms, end_ms: start_ms + segmentMs - 200, text: `${said.join(' ')}.` };
  });
  return { segments, words };
}
