const marks = /\p{M}+/gu;
const beyondAscii = /\P{ASCII}+/gu;
/** More than Portuguese has; what a text in another script has besides is worked out each time, and not kept. */
const maxKept = 1_000;
const maxKeptLength = 4;
const kept = new Map<string, string>();

function withoutAccents(letters: string): string {
  const known = kept.get(letters);
  if (known !== undefined) return known;
  const plain = letters.normalize('NFD').replace(marks, '');
  if (kept.size < maxKept && letters.length <= maxKeptLength) kept.set(letters, plain);
  return plain;
}

/** A word as search sees it: nothing but letters and digits. */
export const wordPattern = /[\p{L}\p{N}]+/gu;

/**
 * Without accents and capitals, as the database keeps what is searched. Ten texts of an hour are folded for one page of
 * a search: only what is not plain already is looked at, and the same few letters come again and again.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replace(beyondAscii, withoutAccents);
}

type Folded = Readonly<{
  text: string;
  /** From a place in the folded text to the place of the same letter in the original, its end included. */
  placeOf: (at: number) => number;
}>;

/** Folding makes texts shorter or longer; what is marked on the screen is the original. */
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
  return { text, placeOf: (place) => places[place] ?? original.length };
}
