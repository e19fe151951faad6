import type { Name } from './names.ts';
import { factsOf, isSameFact, saidFacts } from './quantities.ts';
import { contentStems, isSameStem, type Token } from './words.ts';

/** The words and figures after a name, until the clause of the next name. */
function spanAfter(tokens: readonly Token[], name: string, others: ReadonlySet<string>): readonly Token[] {
  const at = tokens.findIndex(({ folded }) => folded === name);
  if (at === -1) return [];
  const next = tokens.findIndex(({ folded }, index) => index > at && others.has(folded));
  if (next === -1) return tokens.slice(at + 1);
  const inside = tokens.slice(at + 1, next);
  const clause = inside.findLastIndex(({ gap, folded }) => folded === 'e' || /[,;.:]/.test(gap));
  return clause === -1 ? inside : inside.slice(0, clause);
}

function likeness(sentence: readonly Token[], said: readonly Token[]): number {
  const stems = contentStems(said);
  const words = contentStems(sentence).filter((stem) => stems.some((each) => isSameStem(each, stem))).length;
  const facts = saidFacts(said);
  return (
    words + factsOf(sentence).facts.filter((one) => facts.some((other) => isSameFact(one, other))).length
  );
}

type Texts = { sentence: readonly Token[]; said: readonly Token[]; names: readonly Name[] };

/**
 * True if two names have changed places: what the sentence says of the one, the passage says of the other. Sees only
 * names that both texts contain.
 */
export function swapsNames({ sentence, said, names }: Texts): boolean {
  const words = new Set(said.map(({ folded }) => folded));
  // The last word of a full name, because what is said of it follows.
  const shared = new Set(names.flatMap((name) => name.findLast((word) => words.has(word)) ?? []));
  const all = new Set(names.flat());
  const list = [...shared];
  return list.some((one, at) =>
    list.slice(at + 1).some((other) => {
      const score = (name: string, saidName: string) =>
        likeness(spanAfter(sentence, name, all), spanAfter(said, saidName, all));
      return score(one, other) + score(other, one) > score(one, one) + score(other, other);
    }),
  );
}
