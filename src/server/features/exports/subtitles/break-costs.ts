import type { Piece } from './rules.ts';

/** The cost of a break after a word. The ends of cues and lines use the same costs. */
export const breakCosts = {
  sentence: 0,
  clause: 6,
  /** Before a word that begins the next phrase. */
  before: 12,
  anywhere: 20,
  /** Between two names, or between a number and its unit. */
  together: 34,
  /** After a word that belongs to the next one. */
  weak: 50,
} as const;

const wordSet = (words: string) => new Set(words.split(' '));

export const articles = wordSet('o a os as um uma uns umas');
const prepositions = wordSet(
  'de do da dos das dum duma em no na nos nas num numa por pelo pela pelos pelas para pro pra pros pras com sem sob sobre ao aos à às até entre desde contra após ante perante durante neste nesta nesse nessa naquele naquela deste desta desse dessa daquele daquela',
);
const conjunctions = wordSet(
  'e ou mas que se porque pois porém contudo todavia entretanto portanto logo quando enquanto como embora caso conforme onde cujo cuja nem quem',
);
const leaners = wordSet(
  'não me te lhe meu minha meus minhas seu sua seus suas nosso nossa nossos nossas este esta esse essa aquele aquela mais muito muita tão cada sr sra dr dra r$ us$ nº',
);
const abbreviations = wordSet(
  'sr sra srs dr dra drs prof profa exmo exma av art pág pag ex obs vs séc min máx ltda cia jr núm tel cap fig vol ed',
);

const closing = /["'”’»)\]]+$/u;
const opening = /^["'“‘«([-]+/u;
const lettersOnly = /^[\p{L}$º]+$/u;

type End = 'sentence' | 'full stop' | 'clause' | 'open';
/** The properties of a word that decide about breaks beside it. */
type Nature = Readonly<{
  end: End;
  leansOn: boolean;
  opensNext: boolean;
  isLow: boolean;
  isHigh: boolean;
  isNumber: boolean;
  isCounted: boolean;
}>;

function endOf(text: string): End {
  const inner = text.replace(closing, '');
  if (/[!?…]$/u.test(inner)) return 'sentence';
  if (inner.endsWith('.')) {
    const bare = inner.slice(0, -1).replace(opening, '').toLowerCase();
    return abbreviations.has(bare) || /^\p{L}$/u.test(bare) ? 'open' : 'full stop';
  }
  return /[,;:—–]$/u.test(inner) || inner !== text || text === '-' ? 'clause' : 'open';
}

function natureOf(text: string): Nature {
  const bare = text.replace(opening, '');
  const low = bare.toLowerCase();
  return {
    end: endOf(text),
    leansOn:
      articles.has(low) ||
      prepositions.has(low) ||
      conjunctions.has(low) ||
      leaners.has(low) ||
      abbreviations.has(low.replace(/\.$/, '')),
    opensNext: bare !== text || conjunctions.has(low) || prepositions.has(low),
    isLow: /^\p{Ll}/u.test(bare),
    isHigh: /^\p{Lu}/u.test(bare),
    isNumber: /^\d/.test(text),
    isCounted: text === '%' || lettersOnly.test(text),
  };
}

function costBetween(word: Nature, next: Nature): number {
  if (word.end === 'sentence' || (word.end === 'full stop' && !next.isLow)) return breakCosts.sentence;
  if (word.end === 'clause') return breakCosts.clause;
  if (word.leansOn) return breakCosts.weak;
  if (next.opensNext) return breakCosts.before;
  if ((word.isNumber && next.isCounted) || (word.isHigh && next.isHigh)) return breakCosts.together;
  return breakCosts.anywhere;
}

/** Returns the cost of a break after each piece. A break inside a word is the last resort. */
export function computeBreakCosts(pieces: readonly Piece[]): Float64Array {
  // Hours of speech repeat few distinct words, so cache them.
  const natures = new Map<string, Nature>();
  const natureAt = (at: number) => {
    const text = pieces[at]?.text ?? '';
    const known = natures.get(text) ?? natureOf(text);
    natures.set(text, known);
    return known;
  };
  const costs = new Float64Array(pieces.length);
  let word = natureAt(0);
  for (let at = 0; at + 1 < pieces.length; at += 1) {
    const next = natureAt(at + 1);
    costs[at] = pieces[at]?.continues === true ? breakCosts.weak * 2 : costBetween(word, next);
    word = next;
  }
  return costs;
}
