const marks = /\p{M}+/gu;
const beyondAscii = /\P{ASCII}+/gu;
/** More than Portuguese needs. Further letters of other scripts are folded each time and not cached. */
const maxKept = 1_000;
const maxKeptLength = 4;
const cache = new Map<string, string>();

function withoutAccents(letters: string): string {
  const known = cache.get(letters);
  if (known !== undefined) return known;
  const plain = letters.normalize('NFD').replace(marks, '');
  if (cache.size < maxKept && letters.length <= maxKeptLength) cache.set(letters, plain);
  return plain;
}

/** A word for the search: nothing but letters and digits. */
export const wordPattern = /[\p{L}\p{N}]+/gu;

/**
 * Removes accents and capitals, as the database does with searchable text. One page of results folds ten texts of
 * an hour, so it folds only non-ASCII letters and caches the few common ones.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replace(beyondAscii, withoutAccents);
}

type Folded = Readonly<{
  text: string;
  /** Maps a place in the folded text, or its end, to the place of the same letter in the original. */
  placeOf: (at: number) => number;
}>;

/** Folding changes the length of a text, but the screen marks the original. */
export function foldWithOffsets(original: string): Folded {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of original) {
    const folded = foldText(letter);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    text += folded;
    at += letter.length;
  }
  return { text, placeOf: (offset) => places[offset] ?? original.length };
}
