import { isNegationWord } from '../evidence/negations.ts';
import { isNumberWord } from '../evidence/number-words.ts';
import { fold } from '../evidence/words.ts';
import { placedWords } from './placed-words.ts';
import type { StoredSegment } from './segment.ts';
import { type Sound, soundAround } from './sound-around.ts';
import { wordKey } from './word-key.ts';

/** What the confidence of the engine does not say about a word. */
export type RiskReason = 'unfamiliar' | 'name' | 'number' | 'negation' | 'change of voice';

/** Multiplies the odds that the word is wrong: by its likelihood, or by what a mistake would change in the text. */
const weights: Readonly<Record<RiskReason, number>> = {
  unfamiliar: 8,
  name: 2,
  number: 4,
  negation: 4,
  'change of voice': 1.5,
};

/** Every underlined word is likely wrong: without a reason, this is a confidence below 0.6. */
export const likelyAbove = 0.4;
/** Below, listening in order finds as little as listening to the rest. */
const possibleAbove = 0.2;

/** An engine that writes a strange word so many times has heard a name or a term of the subject. */
const usualFrom = 4;

export type RiskyWord = Readonly<{
  id: number;
  /** The place in the text of the segment. */
  start: number;
  end: number;
  startMs: number;
  endMs: number;
  /** What a person hears of it first, with the words beside it. */
  sound: Sound;
  key: string;
  /** From 0 to 1. */
  risk: number;
  reasons: readonly RiskReason[];
}>;

/** What the whole text says about its words. */
export type TextFacts = Readonly<{
  /** The keys that neither a dictionary nor the corrections of this person have, without those of usual words. */
  unfamiliar: ReadonlySet<string>;
  /** Typing calls for the risks of the whole text, of which one segment has changed. */
  known: WeakMap<StoredSegment, readonly RiskyWord[]>;
}>;

export function textFacts(segments: readonly StoredSegment[], unfamiliar: readonly string[]): TextFacts {
  const uses = new Map(unfamiliar.map((key) => [key, 0]));
  for (const { text } of uses.size === 0 ? [] : segments)
    for (const [word] of text.matchAll(/\S+/g)) {
      const key = wordKey(word);
      const count = uses.get(key);
      if (count !== undefined) uses.set(key, count + 1);
    }
  const rare = [...uses].filter(([, count]) => count < usualFrom).map(([key]) => key);
  return { unfamiliar: new Set(rare), known: new WeakMap() };
}

type Place = Readonly<{ word: string; key: string; before: string | undefined; startsTurn: boolean }>;

function reasonsFor({ word, key, before, startsTurn }: Place, { unfamiliar }: TextFacts): RiskReason[] {
  const isInSentence = before !== undefined && !/[.!?…:]["”»)]*$/u.test(before);
  const folded = fold(key);
  const reasons: RiskReason[] = [];
  if (unfamiliar.has(key)) reasons.push('unfamiliar');
  if (/\p{N}/u.test(key) || isNumberWord(folded)) reasons.push('number');
  else if (isInSentence && !unfamiliar.has(key) && /^[^\p{L}\p{N}]*\p{Lu}/u.test(word)) reasons.push('name');
  if (isNegationWord(folded)) reasons.push('negation');
  if (startsTurn && before === undefined) reasons.push('change of voice');
  return reasons;
}

/** An engine that is sure says 1 and may still be wrong. */
const leastOdds = 0.005;

function riskOf(confidence: number, reasons: readonly RiskReason[]): number {
  const odds = Math.max(leastOdds, (1 - confidence) / Math.max(confidence, leastOdds));
  const weighed = reasons.reduce((product, reason) => product * weights[reason], odds);
  return weighed / (1 + weighed);
}

/** The words of a segment that may be wrong. Words without a confidence are a person's own, or have none. */
export function riskyWords(
  segment: StoredSegment,
  facts: TextFacts,
  startsTurn: boolean,
): readonly RiskyWord[] {
  const before = facts.known.get(segment);
  if (before !== undefined) return before;
  const hasConfidence = segment.words?.some(({ confidence }) => confidence !== undefined) ?? false;
  const words = hasConfidence ? placedWords(segment) : [];
  const risky = words.flatMap(
    ({ text: word, start, end, start_ms: startMs, end_ms: endMs, confidence }, at) => {
      if (confidence === undefined) return [];
      const key = wordKey(word);
      const reasons = reasonsFor({ word, key, before: words[at - 1]?.text, startsTurn }, facts);
      const risk = riskOf(confidence, reasons);
      return risk <= possibleAbove
        ? []
        : [{ id: segment.id, start, end, startMs, endMs, sound: soundAround(words, at), key, risk, reasons }];
    },
  );
  facts.known.set(segment, risky);
  return risky;
}
