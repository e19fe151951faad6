import type { Word } from './engine.ts';

/** A part of a word, as a model writes it. A space at its start begins a word. */
export type Piece = Readonly<{ text: string; startMs: number; endMs: number; confidence?: number }>;

/** A probability of a library as a confidence. One that is no number means no confidence. */
export const confidenceOf = (probability: number) =>
  Number.isNaN(probability) ? 0 : Math.min(Math.max(probability, 0), 1);

const special = /^ ?(?:<\|.*\|>|<unk>|\[_.*\])$/;
export const onlyClosing = /^[.,;:!?…%)\]}”’]+$/;
/** The most that words of one moment share, and the least that a word lasts if the next leaves it. */
const shortestMs = 80;

type Draft = { text: string; startMs: number; endMs: number; confidence?: number };

/** At least one is known. */
export const leastOf = (...confidences: (number | undefined)[]) =>
  Math.min(...confidences.filter((confidence) => confidence !== undefined));

/** Punctuation that the model wrote with a space before it still belongs to the word before. */
const startsWord = (text: string, last: Draft | undefined) =>
  last === undefined || (text.startsWith(' ') && !onlyClosing.test(text.trim()));

function draftWords(pieces: readonly Piece[]): Draft[] {
  const drafts: Draft[] = [];
  /** Of the punctuation that ends the word so far. */
  let ofEnding: number | undefined;
  for (const { text, startMs, endMs, confidence } of pieces) {
    if (special.test(text)) continue;
    const last = drafts.at(-1);
    if (last === undefined || startsWord(text, last)) {
      ofEnding = undefined;
      drafts.push({
        text: text.trim(),
        startMs: Math.max(startMs, last?.startMs ?? 0),
        endMs,
        ...(confidence === undefined ? {} : { confidence }),
      });
      continue;
    }
    // A space of its own begins a word, and its letters follow.
    last.text += text.trim();
    last.endMs = Math.max(last.endMs, endMs);
    if (confidence === undefined) continue;
    // A doubtful comma is no doubt about the word before it. In "5,00" it is one about the amount.
    if (last.confidence !== undefined && onlyClosing.test(text.trim())) {
      ofEnding = leastOf(ofEnding, confidence);
      continue;
    }
    last.confidence = leastOf(last.confidence, confidence, ofEnding);
    ofEnding = undefined;
  }
  return drafts.filter(({ text }) => text !== '');
}

/** The model may place several short words in one moment. They share it, so that the player can mark each of them. */
function spreadStarts(drafts: readonly Draft[]): number[] {
  const starts: number[] = [];
  for (let at = 0; at < drafts.length; ) {
    const startMs = drafts[at]?.startMs ?? 0;
    let count = 1;
    while (drafts[at + count]?.startMs === startMs) count += 1;
    const sharedMs = Math.min(
      shortestMs,
      (drafts[at + count]?.startMs ?? Number.POSITIVE_INFINITY) - startMs,
    );
    for (let nth = 0; nth < count; nth += 1) starts.push(startMs + Math.round((sharedMs * nth) / count));
    at += count;
  }
  return starts;
}

/** Words with their times, which never go back. Punctuation at the end of a word does not lower its confidence. */
export function wordsFromPieces(pieces: readonly Piece[]): Word[] {
  const drafts = draftWords(pieces);
  const starts = spreadStarts(drafts);
  return drafts.map((draft, at) => {
    const startMs = starts[at] ?? 0;
    const nextMs = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    const endMs = Math.max(startMs, Math.min(Math.max(draft.endMs, startMs + shortestMs), nextMs));
    return { ...draft, startMs, endMs };
  });
}
