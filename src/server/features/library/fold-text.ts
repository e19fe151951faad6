const marks = /\p{M}+/gu;
/** A word as search sees it: nothing but letters and digits. */
export const wordPattern = /[\p{L}\p{N}]+/gu;

/** Without accents and capitals, as the database keeps what is searched. */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(marks, '');
}

type Folded = Readonly<{
  text: string;
  /** From a place in the folded text to the place of the same letter in the original, its end included. */
  placeOf: (at: number) => number;
}>;

/** Folding makes texts shorter or longer; what is marked on the screen is the original. */
export function foldWithPlaces(original: string): Folded {
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
