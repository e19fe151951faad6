import { matchWords, splitWords } from './match-words.ts';
import type { StoredSegment, Word } from './segment.ts';

type Spoken = Pick<StoredSegment, 'text'>;

/**
 * Splits a text that was edited as a whole back into its segments. A new word goes to the segment of the words
 * that it replaces, or of its neighbour. No word is lost, doubled or moved past another.
 */
export function alignText(segments: readonly Spoken[], text: string): string[] {
  if (segments.length === 0) return [];
  const homes: number[] = [];
  const before = segments.flatMap((segment, at) => {
    const words = splitWords(segment.text);
    for (const _ of words) homes.push(at);
    return words;
  });
  const after = splitWords(text);
  const laid: string[][] = segments.map(() => []);
  let [nextBefore, nextAfter] = [0, 0];
  for (const [beforeAt, afterAt] of [...matchWords(before, after), [before.length, after.length] as const]) {
    const newWords = after.slice(nextAfter, afterAt);
    const replaced = homes.slice(nextBefore, beforeAt);
    const neighbour = homes[nextBefore - 1] ?? homes[beforeAt] ?? 0;
    for (const [at, word] of newWords.entries()) {
      const home = replaced[Math.floor((at * replaced.length) / newWords.length)] ?? neighbour;
      laid[home]?.push(word);
    }
    const keptWord = after[afterAt];
    if (keptWord !== undefined) laid[homes[beforeAt] ?? 0]?.push(keptWord);
    [nextBefore, nextAfter] = [beforeAt + 1, afterAt + 1];
  }
  return laid.map((words, at) => {
    const was = segments[at]?.text ?? '';
    const now = words.join(' ');
    // Keep an unchanged segment exactly, including its spaces.
    return splitWords(was).join(' ') === now ? was : now;
  });
}

type Timed = Pick<StoredSegment, 'start_ms' | 'end_ms'> & { words?: readonly Word[] | undefined };

/** Splits a time span among new words by their length, because a long word takes longer to say. */
function spread(texts: readonly string[], fromMs: number, toMs: number): Word[] {
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  let lettersBefore = 0;
  const placeOf = () => Math.round(fromMs + ((toMs - fromMs) * lettersBefore) / letters);
  return texts.map((text) => {
    const start_ms = placeOf();
    lettersBefore += text.length;
    return { start_ms, end_ms: placeOf(), text };
  });
}

const isSaid = (words: readonly Word[], texts: readonly string[]) =>
  words.length === texts.length && words.every(({ text }, at) => text.trim() === texts[at]);

/** Old rows may hold a word that ends before it starts. */
const areInOrder = ({ start_ms, end_ms }: Timed, words: readonly Word[]) =>
  words.every(
    (word, at) =>
      word.start_ms >= (words[at - 1]?.end_ms ?? start_ms) &&
      word.end_ms >= word.start_ms &&
      word.end_ms <= end_ms,
  );

/**
 * Computes the word times of an edited segment. Kept words keep their times; new words take the time of the words
 * that they replace, or share the gap around them. Undefined if the engine returned no word times.
 */
export function retimeWords(segment: Timed, text: string): Word[] | undefined {
  if (segment.words === undefined) return undefined;
  const before = segment.words;
  const after = splitWords(text);
  // Most segments are as the engine heard them, and the page asks for each one that scrolls into view.
  if (isSaid(before, after) && areInOrder(segment, before)) return [...before];
  const pairs = matchWords(
    before.map((word) => word.text.trim()),
    after,
  );
  const words: Word[] = [];
  let lastMs = segment.start_ms;
  const within = (ms: number) => Math.min(Math.max(ms, lastMs), Math.max(segment.end_ms, lastMs));
  let [nextBefore, nextAfter] = [0, 0];
  for (const [beforeAt, afterAt] of [...pairs, [before.length, after.length] as const]) {
    const keptWord = before[beforeAt];
    const limitMs = within(keptWord?.start_ms ?? segment.end_ms);
    if (afterAt > nextAfter) {
      const replaced = before.slice(nextBefore, beforeAt);
      const fromMs = Math.min(within(replaced[0]?.start_ms ?? lastMs), limitMs);
      const toMs = Math.max(fromMs, Math.min(within(replaced.at(-1)?.end_ms ?? limitMs), limitMs));
      words.push(...spread(after.slice(nextAfter, afterAt), fromMs, toMs));
      lastMs = toMs;
    }
    const keptText = after[afterAt];
    if (keptWord !== undefined && keptText !== undefined) {
      const start_ms = within(keptWord.start_ms);
      lastMs = start_ms;
      const end_ms = within(keptWord.end_ms);
      lastMs = end_ms;
      const isUntouched = keptWord.text.trim() === keptText && keptWord.confidence !== undefined;
      words.push({
        start_ms,
        end_ms,
        text: keptText,
        ...(isUntouched && { confidence: keptWord.confidence }),
      });
    }
    [nextBefore, nextAfter] = [beforeAt + 1, afterAt + 1];
  }
  return words;
}
