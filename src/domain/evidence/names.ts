import { personalTitles } from '../personal-titles.ts';
import { commonWords } from './common-words.ts';
import { fold, type Token } from './words.ts';

const joins = /^(?:d[aeo]s?|e)$/;

/** The words of one full name, without titles. */
export type Name = readonly string[];

/** Runs of capitalised words. `opening` tells if the first word of a sentence is a name. */
export function namesOf(tokens: readonly Token[], isKnownName: (folded: string) => boolean): Name[] {
  const names: string[][] = [];
  let open: string[] | undefined;
  for (const [at, token] of tokens.entries()) {
    const { isCapital, startsSentence, gap, folded } = token;
    const isJoin =
      open !== undefined && joins.test(folded) && folded !== 'e' && tokens[at + 1]?.isCapital === true;
    if (isJoin && !/[^ ]/.test(gap)) continue;
    const isFirstName = tokens[at + 1]?.isCapital === true && /^ $/.test(tokens[at + 1]?.gap ?? '');
    const isName =
      isCapital &&
      (!startsSentence ||
        isKnownName(folded) ||
        (isFirstName && !personalTitles.has(folded) && !commonWords.has(folded)));
    if (!isName) {
      open = undefined;
      continue;
    }
    if (open === undefined || /[^ .]/.test(gap) || startsSentence) {
      open = [];
      names.push(open);
    }
    if (!personalTitles.has(folded)) open.push(folded);
  }
  return names.filter((name) => name.length > 0);
}

/** "Pessoa 2" is not a name yet: its word calls each of them. */
const unnamed = /^pessoa \d+$/;

/** The name that the owner gave to a voice. */
export function voiceName(voice: string): Name {
  if (unnamed.test(fold(voice))) return [];
  const words = fold(voice).split(/[^\p{L}]+/u);
  return words.filter((word) => word !== '' && !personalTitles.has(word) && !joins.test(word));
}

/** The titles of a voice, by which others address it: "secretária". */
export const voiceTitles = (voice: string): Name =>
  fold(voice)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => personalTitles.has(word) && word.length > 3);

/** Full names from anywhere in a recording: a summary may complete a first name from them. */
export type KnownNames = readonly Name[];

/**
 * True if the passage has the name, or a part of a name that the recording says in full. `said` contains the words
 * of the passage and of its voices.
 */
export function isNameSaid(name: Name, said: ReadonlySet<string>, known: KnownNames): boolean {
  if (name.every((word) => said.has(word))) return true;
  return known.some((full) => {
    if (!name.every((word) => full.includes(word))) return false;
    if (name.length > 1) return name.some((word) => said.has(word));
    return full[0] !== undefined && name[0] !== full[0] && said.has(full[0]);
  });
}
