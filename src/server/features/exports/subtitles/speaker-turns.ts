import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment, Word } from '#domain/transcript/segment.ts';
import { isNonEmptySegment } from '#domain/transcript/transcript-text.ts';
import { plainText } from '../plain-text.ts';
import { breakMark, lineLength, type Piece, type Turn, turnDash } from './rules.ts';

/** Leaves room for the hyphen, and for the dash at the start of a turn. */
const maxWordShare = lineLength - breakMark.length - turnDash.length;
const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });

const isAsHeard = (words: readonly Word[], texts: readonly string[]) =>
  words.length === texts.length && words.every(({ text }, at) => text.trim() === texts[at]);

/** Returns the words of the text, as users see it. Interpolates times if the engine has other words or none. */
function wordsOf(segment: StoredSegment): readonly Word[] {
  const text = plainText(segment.text);
  const { words = [] } = segment;
  if (isAsHeard(words, text.split(' '))) return words;
  return retimeWords({ ...segment, words }, text) ?? [];
}

/** Splits between letters if the letter fits: half an emoji is no text. */
function wordParts(word: string): string[] {
  const parts: string[] = [];
  let part = '';
  const add = (letter: string) => {
    if (part !== '' && part.length + letter.length > maxWordShare) {
      parts.push(part);
      part = '';
    }
    part += letter;
  };
  for (const { segment } of letters.segment(word)) {
    if (segment.length <= maxWordShare) add(segment);
    else for (const character of segment) add(character);
  }
  return [...parts, part];
}

function pushPieces(pieces: Piece[], { text, start_ms, end_ms }: Word) {
  const startMs = Math.max(start_ms, pieces.at(-1)?.startMs ?? 0);
  const endMs = Math.max(end_ms, startMs);
  const word = text.trim();
  if (word.length <= lineLength - turnDash.length) {
    pieces.push({ text: word, startMs, endMs, continues: false });
    return;
  }
  const parts = wordParts(word);
  const placeOf = (part: number) => Math.round(startMs + ((endMs - startMs) * part) / parts.length);
  for (const [at, part] of parts.entries())
    pieces.push({
      text: part,
      startMs: placeOf(at),
      endMs: placeOf(at + 1),
      continues: at + 1 < parts.length,
    });
}

/** Returns everything said, in order, with times that never go back. */
export function splitSpeakerTurns(segments: readonly StoredSegment[]): Turn[] {
  const turns: { speaker: string | undefined; pieces: Piece[] }[] = [];
  for (const segment of segments) {
    if (!isNonEmptySegment(segment)) continue;
    let turn = turns.at(-1);
    if (turn === undefined || turn.speaker !== segment.speaker) {
      turn = { speaker: segment.speaker, pieces: [] };
      turns.push(turn);
    }
    for (const word of wordsOf(segment)) pushPieces(turn.pieces, word);
  }
  return turns.filter(({ pieces }) => pieces.length > 0);
}
