export type FindOptions = Readonly<{
  query: string;
  /** If false, the search ignores accents and case. */
  exact: boolean;
}>;

export type Match = Readonly<{
  id: number;
  start: number;
  end: number;
  /** In the name above the turn that begins with this segment. */
  isName?: boolean;
}>;

type Searched = Readonly<{ id: number; text: string }>;

const folds = new Map<string, string>();

function foldLetter(letter: string): string {
  const known = folds.get(letter);
  if (known !== undefined) return known;
  const folded = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  folds.set(letter, folded);
  return folded;
}

type Folded = Readonly<{
  text: string;
  /** The original offset of each folded character; undefined if all offsets are equal. */
  places: Uint32Array | undefined;
}>;

/** Folding removes combining accents, so offsets may differ from those in the original text. */
function fold(text: string): Folded {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const piece = foldLetter(letter);
    for (let inside = 0; inside < piece.length; inside += 1) places.push(at);
    folded += piece;
    at += letter.length;
  }
  places.push(text.length);
  const isSame = places.length === text.length + 1 && places.every((place, index) => place === index);
  return { text: folded, places: isSame ? undefined : Uint32Array.from(places) };
}

/** Without accents and capitals. */
export const folded = (text: string) => fold(text).text;

/** A cache: folding a three-hour transcript on every keystroke would be noticeably slow. */
const cache = new Map<string, Folded>();
const maxKept = 8_000;

function foldOnce(text: string): Folded {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= maxKept) cache.clear();
  const folded = fold(text);
  cache.set(text, folded);
  return folded;
}

/** Extends the end of a match over combining accents that follow it. */
function endOf(text: string, end: number): number {
  let at = end;
  while (/\p{M}/u.test(text.charAt(at))) at += 1;
  return at;
}

/** Maps a match in the folded text to offsets in the original text. */
function placeOf(text: string, { places }: Folded, { at, length }: { at: number; length: number }) {
  const start = places?.[at] ?? at;
  const last = places?.[at + length - 1] ?? at + length - 1;
  const size = text.codePointAt(last) ?? 0;
  return { start, end: endOf(text, last + (size > 0xffff ? 2 : 1)) };
}

export function findIn({ id, text }: Searched, { query, exact }: FindOptions): Match[] {
  const wanted = exact ? query : folded(query);
  if (wanted === '') return [];
  const searched: Folded = exact ? { text, places: undefined } : foldOnce(text);
  const matches: Match[] = [];
  for (
    let at = searched.text.indexOf(wanted);
    at !== -1;
    at = searched.text.indexOf(wanted, at + wanted.length)
  ) {
    matches.push({ id, ...placeOf(text, searched, { at, length: wanted.length }) });
  }
  return matches;
}

const word = /[\p{L}\p{N}]+/gu;

/** Finds whole words; `words` must be folded as the search of the list folds them. */
export function findWords(segments: readonly Searched[], words: ReadonlySet<string>): Match[] {
  if (words.size === 0) return [];
  return segments.flatMap(({ id, text }) => {
    const folded = foldOnce(text);
    return [...folded.text.matchAll(word)]
      .filter(([said]) => words.has(said))
      .map(({ 0: said, index }) => ({ id, ...placeOf(text, folded, { at: index, length: said.length }) }));
  });
}

export function findText(segments: readonly Searched[], options: FindOptions): Match[] {
  return segments.flatMap((segment) => findIn(segment, options));
}

export function replaceMatch(text: string, { start, end }: Pick<Match, 'start' | 'end'>, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** Replaces from the last match to the first, so that earlier offsets stay valid. */
export function replaceMatches(text: string, matches: readonly Match[], by: string): string {
  return matches.reduceRight((changed, match) => replaceMatch(changed, match, by), text);
}
