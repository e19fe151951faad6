import type { Segment, Word } from '../engine.ts';
import { groupWords } from '../group-words.ts';
import { confidenceOf, leastOf, type Piece, wordsFromPieces } from '../words-from-pieces.ts';
import type { NativeResult } from './whisper-node.d.ts';

/** The library replaces the bytes of a character that two pieces share. Only the whole text holds it intact. */
const torn = '\u{FFFD}';
/** These scripts put no space between words. Their segments have no words, and their pieces are letters. */
const withoutSpaces = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

const leastSure = ({ confidence: one }: Piece, { confidence: other }: Piece) =>
  one === undefined && other === undefined ? {} : { confidence: leastOf(one, other) };

/** Joins pieces that share a character, so that each border lies between two characters. */
function joinTorn(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && (last.text.endsWith(torn) || piece.text.startsWith(torn)))
      joined[joined.length - 1] = {
        ...last,
        text: last.text + piece.text,
        endMs: piece.endMs,
        ...leastSure(last, piece),
      };
    else joined.push(piece);
  }
  return joined;
}

/** Where the piece ends in the whole text, or -1. A torn piece ends before the text of the next one. */
function endOf({ text }: Piece, next: Piece | undefined, { whole, from }: { whole: string; from: number }) {
  if (!text.includes(torn)) return whole.startsWith(text, from) ? from + text.length : -1;
  const [before = '', ...rest] = text.split(torn);
  const after = rest.at(-1) ?? '';
  const [nextBegins = ''] = next?.text.split(torn) ?? [];
  for (let end = from + before.length + 1; end <= whole.length; end += 1) {
    const fits = next === undefined ? end === whole.length : whole.startsWith(nextBegins, end);
    if (fits && whole.slice(from, end).endsWith(after)) return end;
  }
  return -1;
}

/** The pieces with their intact text. Undefined if they do not add up to the whole text. */
function mendPieces(pieces: readonly Piece[], whole: string): Piece[] | undefined {
  const joined = joinTorn(pieces);
  let from = 0;
  const mended = joined.map((piece, at) => {
    const end = endOf(piece, joined[at + 1], { whole, from: Math.max(from, 0) });
    const text = from < 0 || end < 0 ? '' : whole.slice(from, end);
    from = from < 0 ? from : end;
    return { ...piece, text };
  });
  return from === whole.length ? mended : undefined;
}

/** Segments of a script without spaces, whose pieces join without one. */
const segmentsOfLetters = (pieces: readonly Piece[]): Segment[] =>
  groupWords(pieces).map(({ words = [], ...segment }) => ({
    ...segment,
    text: words
      .map(({ text }) => text)
      .join('')
      .trim(),
  }));

/** whisper.cpp divides the logits by a temperature above 0, so the odds of a piece become their power of 1 / it. */
function confidenceAt(temperature: number, probability: number): number {
  const confidence = confidenceOf(probability);
  if (temperature === 0) return confidence;
  const [piece, others] = [confidence ** temperature, (1 - confidence) ** temperature];
  return piece / (piece + others);
}

/** A word behind the end of the chunk has no sound, so an owner could not hear whether it is right. */
function withoutDoubtBehind(word: Word, endMs: number): Word {
  const { confidence, ...rest } = word;
  return word.startMs < endMs ? word : rest;
}

/**
 * Builds segments from an answer with one piece per native segment. Whisper's windows of 30 s reach beyond the chunk,
 * so the length of the chunk bounds all times.
 */
export function segmentsOfWhisper(
  { result: whole, segments, language }: NativeResult,
  { maxMs, temperature }: { maxMs: number; temperature: number },
): Segment[] {
  const inChunk = (ms: number) => Math.min(Math.max(ms, 0), maxMs);
  const placed = <Timed extends { startMs: number; endMs: number }>(each: Timed): Timed => ({
    ...each,
    startMs: inChunk(each.startMs),
    endMs: inChunk(each.endMs),
  });
  const given = segments
    .filter(({ text }) => text !== '')
    .map(({ text, t0, t1, probability }) => ({
      text,
      startMs: inChunk(t0),
      endMs: inChunk(Math.max(t0, t1)),
      ...(probability === undefined ? {} : { confidence: confidenceAt(temperature, probability) }),
    }));
  const pieces = mendPieces(given, whole);
  if (pieces === undefined) {
    const text = whole.trim();
    return text === ''
      ? []
      : [{ startMs: given[0]?.startMs ?? 0, endMs: given.at(-1)?.endMs ?? maxMs, text }];
  }
  const heard = (words: readonly Word[]) => words.map((word) => withoutDoubtBehind(word, maxMs));
  const found = withoutSpaces.has(language ?? '')
    ? segmentsOfLetters(heard(pieces))
    : groupWords(heard(wordsFromPieces(pieces)));
  return found
    .filter(({ text }) => text !== '')
    .map((segment) => ({
      ...placed(segment),
      ...(segment.words && { words: segment.words.map(placed) }),
    }));
}
