import type { Word } from '../../engine.ts';

/** One entry for each token in every list. Times are in seconds, and the probabilities are natural logarithms. */
export type Tokens = Readonly<{
  tokens: readonly string[];
  timestamps: readonly number[];
  durations: readonly number[];
  ys_log_probs: readonly number[];
}>;

/** The model's step: it reports no time between two steps. */
const frameMs = 80;
const special = /^ ?(?:<\|.*\|>|<unk>)$/;
const onlyClosing = /^[.,;:!?…%)\]}”’]+$/;

type Draft = { text: string; startMs: number; endMs: number; confidence: number };

/** Boosted tokens carry their boost, so that their probability may exceed 1. A missing number means no confidence. */
const probability = (logarithm = Number.NEGATIVE_INFINITY) =>
  Number.isNaN(logarithm) ? 0 : Math.min(Math.max(Math.exp(logarithm), 0), 1);

/** Punctuation that the model wrote with a space before it still belongs to the word before. */
const startsWord = (token: string, last: Draft | undefined) =>
  last === undefined || (token.startsWith(' ') && !onlyClosing.test(token.trim()));

function draftWords({ tokens, timestamps, durations, ys_log_probs: logarithms }: Tokens): Draft[] {
  const drafts: Draft[] = [];
  for (const [at, token] of tokens.entries()) {
    if (special.test(token)) continue;
    const startMs = Math.round((timestamps[at] ?? 0) * 1_000);
    const endMs = startMs + Math.round((durations[at] ?? 0) * 1_000);
    const confidence = probability(logarithms[at]);
    const last = drafts.at(-1);
    if (last === undefined || startsWord(token, last)) {
      drafts.push({ text: token.trim(), startMs, endMs, confidence });
      continue;
    }
    // A space token of its own begins a word, and its letters follow.
    last.text += token.trim();
    last.endMs = Math.max(last.endMs, endMs);
    last.confidence = Math.min(last.confidence, confidence);
  }
  return drafts.filter(({ text }) => text !== '');
}

/** The model may place several short words in one step. They share it, so that the player can mark each of them. */
function spreadStarts(drafts: readonly Draft[]): number[] {
  const starts: number[] = [];
  for (let at = 0; at < drafts.length; ) {
    const startMs = drafts[at]?.startMs ?? 0;
    let count = 1;
    while (drafts[at + count]?.startMs === startMs) count += 1;
    for (let nth = 0; nth < count; nth += 1) starts.push(startMs + Math.round((frameMs * nth) / count));
    at += count;
  }
  return starts;
}

/** Words with their times and their confidence, which is that of the least certain piece. */
export function wordsFromTokens(heard: Tokens): Word[] {
  const drafts = draftWords(heard);
  const starts = spreadStarts(drafts);
  return drafts.map(({ text, endMs, confidence }, at) => {
    const startMs = starts[at] ?? 0;
    const nextMs = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    // The duration of the last piece may be zero, but a word lasts at least a step if the next leaves it.
    return {
      text,
      startMs,
      endMs: Math.max(startMs, Math.min(Math.max(endMs, startMs + frameMs), nextMs)),
      confidence,
    };
  });
}
