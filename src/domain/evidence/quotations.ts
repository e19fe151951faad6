import type { Token } from './words.ts';
import { tokensOf } from './words.ts';

const quotation = /[“"«]([^“”"«»]{1,600})[”"»]/gu;
/** Shorter ones are names and terms. */
const minWords = 3;
const minShare = 0.8;

function commonLength(one: readonly string[], other: readonly string[]): number {
  let above = new Uint16Array(other.length + 1);
  for (const word of one) {
    const row = new Uint16Array(other.length + 1);
    for (const [at, each] of other.entries())
      row[at + 1] = word === each ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0);
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** True if a sentence quotes words that were not said in this order. */
export function misquotes(sentence: string, said: readonly Token[]): boolean {
  const words = said.map(({ folded }) => folded);
  return [...sentence.matchAll(quotation)].some(([, quoted = '']) => {
    const quote = tokensOf(quoted).map(({ folded }) => folded);
    return quote.length >= minWords && commonLength(quote, words) < quote.length * minShare;
  });
}
