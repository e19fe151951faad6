import { matchWords, wordsOf } from './match-words.ts';
import type { StoredSegment } from './segment.ts';

type Spoken = Pick<StoredSegment, 'text'>;

/**
 * Lays a text that was edited as a whole back onto the segments: the text of each, in their order. A new word lands
 * where the words beside it, or those it replaces, were; no word is lost, doubled or moved past another.
 */
export function alignText(segments: readonly Spoken[], text: string): string[] {
  if (segments.length === 0) return [];
  const homes: number[] = [];
  const before = segments.flatMap((segment, at) => {
    const words = wordsOf(segment.text);
    for (const _ of words) homes.push(at);
    return words;
  });
  const after = wordsOf(text);
  const laid: string[][] = segments.map(() => []);
  let [nextBefore, nextAfter] = [0, 0];
  for (const [beforeAt, afterAt] of [...matchWords(before, after), [before.length, after.length] as const]) {
    const fresh = after.slice(nextAfter, afterAt);
    const replaced = homes.slice(nextBefore, beforeAt);
    const beside = homes[nextBefore - 1] ?? homes[beforeAt] ?? 0;
    for (const [at, word] of fresh.entries()) {
      const home = replaced[Math.floor((at * replaced.length) / fresh.length)] ?? beside;
      laid[home]?.push(word);
    }
    const kept = after[afterAt];
    if (kept !== undefined) laid[homes[beforeAt] ?? 0]?.push(kept);
    [nextBefore, nextAfter] = [beforeAt + 1, afterAt + 1];
  }
  return laid.map((words, at) => {
    const was = segments[at]?.text ?? '';
    const now = words.join(' ');
    // What did not change stays to the letter, its own spaces included.
    return wordsOf(was).join(' ') === now ? was : now;
  });
}
