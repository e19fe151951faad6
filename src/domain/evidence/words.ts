import { commonWords } from './common-words.ts';

/** Without accents and capitals. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export type Token = Readonly<{
  raw: string;
  folded: string;
  /** The characters between the previous token and this one. */
  gap: string;
  isCapital: boolean;
  /** A capital at the start of a sentence, or of quoted speech, tells nothing about the word. */
  startsSentence: boolean;
}>;

const clock = /\d{1,2}h\d{2}(?!\w)|\d{1,2}h(?![\p{L}\d])|\d{1,2}:\d{2}(?!\d)/u.source;
const dayAndMonth = /\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?!\d)/.source;
const signs = /R\$|US\$|€|%|°C|km\/h|[mk]?m²/u.source;
const numbers = /\d+(?:[.,]\d+)*[ºª]?/u.source;
const letters = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{M}\p{N}]*)*/u.source;
const token = new RegExp([clock, dayAndMonth, signs, numbers, letters].join('|'), 'gu');
/** Pronouns after a verb: "entregá-lo", "recusou-se". */
const clitic = /-(?:l?[oa]s?|lhes?|se|me|nos)$/;
const opensSentence = /[.!?…:\n“"«‘—]/u;

export function tokensOf(text: string): Token[] {
  let end = 0;
  return [...text.matchAll(token)].map(({ 0: raw, index }) => {
    const gap = text.slice(end, index);
    const isFirst = end === 0;
    end = index + raw.length;
    return {
      raw,
      // Without its accent the verb would be the word "e", which joins clauses.
      folded: /^é$/i.test(raw) ? 'ser' : fold(raw).replace(clitic, ''),
      gap,
      isCapital: /^\p{Lu}/u.test(raw) && raw !== 'R$' && raw !== 'US$',
      startsSentence: isFirst || opensSentence.test(gap),
    };
  });
}

const endings =
  'amentos imentos amento imento adores adoras acoes icoes acao icao coes cao soes sao ariam eriam iriam assem essem issem aremos eremos iremos avam aram eram iram ando endo indo adas ados idas idos aria eria iria arao erao irao amos emos imos mente ada ado ida ido ara era ira ava asse esse isse ador edor idor ar er ir ou eu iu am em ei as es is os a e i o s'.split(
    ' ',
  );
const shortestStem = 3;
const longestStem = 6;
/** Verbs whose stem changes. */
const irregular: Readonly<Record<string, string>> = {
  pec: 'ped',
  perc: 'perd',
  consig: 'conseg',
  ouc: 'ouv',
  fim: 'final',
};

/** A light stem: it joins the forms of a verb with its nouns, and may join unrelated words. */
export function stemOf(folded: string): string {
  const ending = endings.find((each) => folded.endsWith(each) && folded.length - each.length >= shortestStem);
  const bare = folded.slice(0, folded.length - (ending?.length ?? 0)).replace(/([qg])u$/, '$1');
  const stem = bare.replace(/q$/, 'c').slice(0, longestStem);
  return irregular[stem] ?? stem;
}

const sharedLetters = 5;

export const isSameStem = (one: string, other: string) =>
  one === other ||
  (one.length >= sharedLetters && other.length >= sharedLetters
    ? one.slice(0, sharedLetters) === other.slice(0, sharedLetters)
    : Math.min(one.length, other.length) >= sharedLetters - 1 &&
      (one.startsWith(other) || other.startsWith(one)));

/** A word with a meaning of its own, which a passage has or lacks. */
export const isContentWord = ({ folded }: Token) =>
  folded.length >= shortestStem && !/\d/.test(folded) && !commonWords.has(folded);

export const contentStems = (tokens: readonly Token[]) =>
  tokens.filter(isContentWord).map(({ folded }) => stemOf(folded));
