import type { StoredSegment } from '#domain/transcript/segment.ts';
import { wordKey } from '#domain/transcript/word-key.ts';
import { type DoubtfulWord, doubtfulWords } from '../text/doubtful-words.ts';

/** A passage to hear: it has a doubtful word or a warning. */
export type Doubt = Readonly<{
  id: number;
  /** The worst word, or the whole text of a passage that has only a warning. */
  word: DoubtfulWord;
  /** False for a passage that has only a warning. */
  hasWord: boolean;
  /** Without its punctuation, in small letters: equal words are heard one after another. */
  key: string;
  /** The passage has no doubt beside the word and its repetitions. */
  isOnly: boolean;
  /** From 0 to 1; the worst comes first. */
  confidence: number;
  fromMs: number;
  toMs: number;
}>;

/** A warning says that the passage is wrong as a whole, without the word. */
const warnedConfidence = 0.25;

function doubtOf(segment: StoredSegment): Doubt | undefined {
  const { id, text, warning, start_ms, end_ms } = segment;
  const words = doubtfulWords(segment);
  if (words.length === 0 && warning === undefined) return undefined;
  const worst = words.toSorted((one, other) => one.confidence - other.confidence)[0];
  const whole = {
    id,
    start: 0,
    end: text.length,
    startMs: start_ms,
    endMs: end_ms,
    confidence: warnedConfidence,
  };
  const word = worst ?? whole;
  const keys = words.map(({ start, end }) => wordKey(text.slice(start, end)));
  const key = worst === undefined ? `${id}` : wordKey(text.slice(word.start, word.end));
  return {
    id,
    word,
    hasWord: worst !== undefined,
    key,
    isOnly: warning === undefined && keys.every((each) => each === key),
    confidence: Math.min(word.confidence, warning === undefined ? 1 : warnedConfidence),
    fromMs: Math.min(word.startMs, ...words.map((each) => each.startMs)),
    toMs: Math.max(word.endMs, ...words.map((each) => each.endMs)),
  };
}

/** Worst first, with equal words together, in the order of the text. */
export function orderDoubts(
  segments: readonly StoredSegment[],
  isChecked: (segment: StoredSegment) => boolean,
): Doubt[] {
  const groups = new Map<string, Doubt[]>();
  for (const segment of segments) {
    const doubt = isChecked(segment) ? undefined : doubtOf(segment);
    if (doubt === undefined) continue;
    const group = groups.get(doubt.key);
    if (group === undefined) groups.set(doubt.key, [doubt]);
    else group.push(doubt);
  }
  const worstOf = (group: readonly Doubt[]) => Math.min(...group.map(({ confidence }) => confidence));
  return [...groups.values()].sort((one, other) => worstOf(one) - worstOf(other)).flat();
}

/** Replaces a word, and keeps the punctuation and the capital of each place. */
function withWord(text: string, { start, end }: DoubtfulWord, core: string): string {
  const word = text.slice(start, end);
  const [, before = '', old = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(word) ?? [];
  const isCapital = /^\p{Lu}/u.test(old) && /^\p{Ll}/u.test(core);
  const put = isCapital ? core.charAt(0).toLocaleUpperCase('pt-BR') + core.slice(1) : core;
  return `${text.slice(0, start)}${before}${put}${after}${text.slice(end)}`;
}

/** The texts of the passages after the doubtful words that equal `key` became `core`. */
export function replaceEqual(segments: readonly StoredSegment[], key: string, core: string) {
  return segments.flatMap((segment) => {
    const { id, text } = segment;
    const equal = doubtfulWords(segment).filter(({ start, end }) => wordKey(text.slice(start, end)) === key);
    // From the end, so that the places before stay valid.
    const after = equal.reduceRight((changed, word) => withWord(changed, word, core), text);
    return after === text ? [] : [{ id, after }];
  });
}
