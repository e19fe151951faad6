/** Two words with the same key count as the same word: case and punctuation are ignored. */
function keyOf(word: string): string {
  const bare = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return bare === '' ? word : bare;
}

export const splitWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The positions of the same word in both texts. */
export type WordPair = readonly [before: number, after: number];

/** Replaces words by numbers, which compare faster: every save compares the whole text. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const key = keyOf(word);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

/** A larger table would block the server; words that occur once in both texts then split the task. */
const maxCells = 1_000_000;

type Stretch = { before: Int32Array; after: Int32Array; beforeAt: number; afterAt: number };

/** The longest common subsequence of words, by dynamic programming. */
function exactPairs({ before, after, beforeAt, afterAt }: Stretch, pairs: WordPair[]) {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) pairs.push([beforeAt + row++, afterAt + column++]);
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row += 1;
    else column += 1;
  }
}

function placesOfSingles(words: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (const [at, word] of words.entries()) places.set(word, places.has(word) ? -1 : at);
  return places;
}

/** The longest ordered list of words that occur once in both texts (as in patience diff). */
function anchors({ before, after }: Stretch): WordPair[] {
  const singles = placesOfSingles(before);
  const candidates: WordPair[] = [];
  for (const [word, afterAt] of placesOfSingles(after)) {
    const beforeAt = singles.get(word) ?? -1;
    if (beforeAt >= 0 && afterAt >= 0) candidates.push([beforeAt, afterAt]);
  }
  candidates.sort(([, one], [, other]) => one - other);
  // Longest increasing subsequence; `ends` holds the last element of the best one of each length.
  const ends: number[] = [];
  const previous = new Int32Array(candidates.length).fill(-1);
  for (const [at, [beforeAt]] of candidates.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[ends[middle] ?? 0]?.[0] ?? 0) < beforeAt) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const row: WordPair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) row.push(candidates[at] as WordPair);
  return row.reverse();
}

function collect(stretch: Stretch, pairs: WordPair[]) {
  const { before, after, beforeAt, afterAt } = stretch;
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) {
    pairs.push([beforeAt + head, afterAt + head]);
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle: Stretch = {
    before: before.subarray(head, before.length - tail),
    after: after.subarray(head, after.length - tail),
    beforeAt: beforeAt + head,
    afterAt: afterAt + head,
  };
  if (middle.before.length > 0 && middle.after.length > 0) collectMiddle(middle, pairs);
  for (let back = tail; back > 0; back -= 1)
    pairs.push([beforeAt + before.length - back, afterAt + after.length - back]);
}

function collectMiddle(stretch: Stretch, pairs: WordPair[]) {
  const { before, after, beforeAt, afterAt } = stretch;
  if (before.length * after.length <= maxCells) return exactPairs(stretch, pairs);
  const frame = anchors(stretch);
  // Large and without an anchor: treat it as an unrelated text without common words.
  if (frame.length === 0) return;
  let [fromBefore, fromAfter] = [0, 0];
  for (const [anchorBefore, anchorAfter] of [...frame, [before.length, after.length] as const]) {
    collect(
      {
        before: before.subarray(fromBefore, anchorBefore),
        after: after.subarray(fromAfter, anchorAfter),
        beforeAt: beforeAt + fromBefore,
        afterAt: afterAt + fromAfter,
      },
      pairs,
    );
    if (anchorBefore < before.length) pairs.push([beforeAt + anchorBefore, afterAt + anchorAfter]);
    [fromBefore, fromAfter] = [anchorBefore + 1, anchorAfter + 1];
  }
}

/** The words that both texts share, in order. */
export function matchWords(before: readonly string[], after: readonly string[]): WordPair[] {
  const [numbersBefore, numbersAfter] = numbered(before, after);
  const pairs: WordPair[] = [];
  collect({ before: numbersBefore, after: numbersAfter, beforeAt: 0, afterAt: 0 }, pairs);
  return pairs;
}
