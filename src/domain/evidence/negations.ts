import { contentStems, isContentWord, isSameStem, type Token } from './words.ts';

/** Several of these in one clause negate once: "não veio ninguém". */
const plain = new Set(
  'nao nunca jamais nem nenhum nenhuma nenhuns nenhumas ninguem nada tampouco'.split(' '),
);
/** A word that says no by itself. */
export const isNegationWord = (folded: string) => plain.has(folded) || folded === 'sem';

/** Each of these turns the meaning of the next words. */
const turning =
  /^(?:sem|neg(?:ou|a|am|aram|ad[oa]s?)|recus(?:ou|a|am|aram|ando|ad[oa]s?)|imped(?:e|iu|em|iram)|evit(?:a|ou|am|aram)|desist(?:e|iu|iram))$/;
const stops = /^deix(?:ou|a|am|aram|amos|ei|ar|aria|ara)$/;
/** Words with a negation inside. In a sentence they may say what the passage says with "não". */
const inner =
  /^(?:falt(?:a|am|ou|aram|ava)$|discord|contest|ausen|proib|vet(?:ou|ad)|interdit|exce[tc]|perd(?:eu|eram)|rejeit|dispens|isent|gratuit|inviav|impossiv|incapaz|insufic|inexist|incomplet|invalid|ilegal|irregul|desnecess|desaprov|descart|desconhec|contrari)/;
/** In a passage, these may be what the sentence says with "não". */
const still = /^(?:suspen|cancel|congel|parad|adiad|adiou|menos$|contra$|fech|bloque)/;
const boundary = /[,;:.!?()\n–—]/;
const clauseWords = new Set(
  'que porque pois mas porem se quando embora enquanto e como onde caso'.split(' '),
);
const maxScope = 6;

type Clause = readonly string[];
export type Polarity = Readonly<{
  /** The words that each negation denies. */
  denied: readonly Clause[];
  negated: readonly string[];
  affirmed: readonly string[];
  hasNegation: boolean;
  hasInner: boolean;
  hasStill: boolean;
}>;

type Scope = readonly number[];

function scopeFrom(tokens: readonly Token[], at: number, length: number): number[] {
  const places: number[] = [];
  for (let next = at + 1; next < tokens.length && places.length < length; next += 1) {
    const token = tokens[next];
    if (token === undefined || (next > at + 1 && boundary.test(token.gap))) break;
    // "ninguém que" goes on to deny.
    if (clauseWords.has(token.folded) && !plain.has(tokens[next - 1]?.folded ?? '')) break;
    if (turning.test(token.folded) || stops.test(token.folded)) continue;
    if (isContentWord(token) && !plain.has(token.folded)) places.push(next);
  }
  return places;
}

/** Which words of a text are denied. */
export function polarityOf(tokens: readonly Token[]): Polarity {
  const scopes: Scope[] = [];
  let clauseHas: Scope | undefined;
  for (const [at, token] of tokens.entries()) {
    const { folded, gap } = token;
    if (boundary.test(gap) || clauseWords.has(folded)) clauseHas = undefined;
    const isPlain = plain.has(folded);
    const isStop = stops.test(folded) && /^(?:de|por)$/.test(tokens[at + 1]?.folded ?? '');
    if (isPlain && clauseHas !== undefined) continue;
    const isInstead = folded === 'vez' && tokens[at - 1]?.folded === 'em' && tokens[at + 1]?.folded === 'de';
    if (!isPlain && !isStop && !isInstead && !turning.test(folded)) continue;
    const length = folded === 'sem' || isInstead ? 2 : maxScope;
    const scope = scopeFrom(tokens, at, length);
    if (isPlain) clauseHas = scope;
    scopes.push(scope);
  }
  const turns = new Map<number, number>();
  for (const at of scopes.flat()) turns.set(at, (turns.get(at) ?? 0) + 1);
  const isDenied = (at: number) => (turns.get(at) ?? 0) % 2 === 1;
  const stemsAt = (isWanted: (at: number) => boolean) => contentStems(tokens.filter((_, at) => isWanted(at)));
  return {
    denied: scopes
      .map((scope) => stemsAt((at) => scope.includes(at) && isDenied(at)))
      .filter((clause) => clause.length > 0),
    negated: stemsAt(isDenied),
    affirmed: stemsAt((at) => !isDenied(at)),
    hasNegation: scopes.length > 0,
    hasInner: tokens.some(({ folded }) => inner.test(folded)),
    hasStill: tokens.some(({ folded }) => still.test(folded)),
  };
}

const has = (stems: readonly string[], stem: string) => stems.some((each) => isSameStem(each, stem));

/** A clause is denied here and nowhere denied there, although its words occur there. */
const isTurned = (clause: Clause, other: Polarity) =>
  !clause.some((stem) => has(other.negated, stem)) && clause.some((stem) => has(other.affirmed, stem));

/** True if the sentence denies what the passage affirms, or affirms what the passage denies. */
export function contradicts(sentence: Polarity, said: Polarity): boolean {
  const mayDeny = said.hasInner || said.hasStill;
  if (sentence.hasNegation && !said.hasNegation && !mayDeny) return true;
  if (!mayDeny && sentence.denied.some((clause) => isTurned(clause, said))) return true;
  return !sentence.hasInner && said.denied.some((clause) => isTurned(clause, sentence));
}
