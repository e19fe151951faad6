import type { SegmentWarning } from '#domain/transcript/segment.ts';
import type { Segment } from '#server/adapters/speech/engine.ts';

/** Faster than any person speaks: auctioneers reach some 25 letters a second. */
const impossibleLettersPerSecond = 35;
const maxRepeatLength = 8;

/** Models invent these over silence, because films end with them. Only whole, silent segments count. */
const inventedPhrases = new Set(
  [
    'obrigado por assistir',
    'obrigada por assistir',
    'inscreva-se no canal',
    'legendas pela comunidade amara.org',
    'legendas pela comunidade de amara.org',
    'legenda adriana zanotto',
    'transcrição e legendas',
    'tchau',
    'thank you for watching',
    'thanks for watching',
    'subtitles by the amara.org community',
    'gracias por ver el video',
  ].map(plain),
);

function plain(text: string): string {
  return text
    .toLocaleLowerCase('pt-BR')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True if a few words repeat: the same run of up to eight words, five times in a row. */
export function isRepetitive(text: string): boolean {
  const words = plain(text).split(' ');
  for (let length = 1; length <= maxRepeatLength; length += 1) {
    const times = length === 1 ? 8 : 5;
    let equal = 0;
    for (let at = length; at < words.length; at += 1) {
      equal = words[at] === words[at - length] ? equal + 1 : 0;
      if (equal >= length * (times - 1)) return true;
    }
  }
  return false;
}

type Place = {
  /** Tells whether a stretch of the recording is silent. */
  isSilent: (startMs: number, endMs: number) => boolean;
};

/** [música], [fala]: a label of a sound, not words, and it may repeat. */
const isSign = (text: string) => /^\s*(\[[^\]]*\]\s*)+$/.test(text);

/** Returns why a segment is doubtful, or undefined. */
export function detectHallucination(segment: Segment, { isSilent }: Place): SegmentWarning | undefined {
  if (isSign(segment.text)) return undefined;
  if (isRepetitive(segment.text)) return 'loop';
  const letters = segment.text.replace(/\s/g, '').length;
  const seconds = Math.max(0.2, (segment.endMs - segment.startMs) / 1_000);
  if (letters > 20 && letters / seconds > impossibleLettersPerSecond) return 'too_fast';
  if (inventedPhrases.has(plain(segment.text)) && isSilent(segment.startMs, segment.endMs)) return 'invented';
  return segment.otherLanguage === undefined ? undefined : 'other_language';
}

/** Also detects a loop that is spread over segments, each with the same short text. */
export function repeatsItself(segments: readonly Segment[]): boolean {
  let same = 1;
  for (let index = 1; index < segments.length; index += 1) {
    const [before, now] = [plain(segments[index - 1]?.text ?? ''), plain(segments[index]?.text ?? '')];
    same = before === now && now !== '' && !isSign(segments[index]?.text ?? '') ? same + 1 : 1;
    if (same >= 5) return true;
  }
  return false;
}
