import type { Word } from '../../engine.ts';
import { confidenceOf, wordsFromPieces } from '../../words-from-pieces.ts';

/** One entry for each token in every list. Times are in seconds, and the probabilities are natural logarithms. */
export type Tokens = Readonly<{
  tokens: readonly string[];
  timestamps: readonly number[];
  durations: readonly number[];
  ys_log_probs: readonly number[];
}>;

/** Boosted tokens carry their boost, so that their probability may exceed 1. A missing number means no confidence. */
const probability = (logarithm = Number.NEGATIVE_INFINITY) => confidenceOf(Math.exp(logarithm));

/** Words with their times and their confidence, which is that of the least certain piece, without punctuation. */
export const wordsFromTokens = ({
  tokens,
  timestamps,
  durations,
  ys_log_probs: logarithms,
}: Tokens): Word[] =>
  wordsFromPieces(
    tokens.map((text, at) => {
      const startMs = Math.round((timestamps[at] ?? 0) * 1_000);
      const endMs = startMs + Math.round((durations[at] ?? 0) * 1_000);
      return { text, startMs, endMs, confidence: probability(logarithms[at]) };
    }),
  );
