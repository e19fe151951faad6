import type { Mark } from '#contract/marks.ts';
import { type MarkPlace, placeMark } from '#domain/marks/place-marks.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';

/** A mark with its place in the text of now. */
export type PlacedMark = Readonly<{
  mark: Mark;
  place: MarkPlace;
  /** The words of now. Of a deleted passage, those that were marked. */
  words: string;
  /** The shown names of its voices, in order. */
  voices: readonly string[];
  /** The places of its words, segment by segment. */
  pieces: readonly Piece[];
}>;

export type Piece = Readonly<{ id: number; start: number; end: number }>;

type Text = Readonly<{
  segments: readonly StoredSegment[];
  /** Undefined in a text without voices. */
  nameOf: ((speaker: string) => string) | undefined;
}>;

function piecesOf(covered: readonly StoredSegment[], place: MarkPlace): Piece[] {
  if (place.state === 'gone') return [];
  return covered.map(({ id, text }) => ({
    id,
    start: id === place.from.id ? place.from.offset : 0,
    end: id === place.to.id ? place.to.offset : text.length,
  }));
}

function placed({ segments, nameOf }: Text, mark: Mark): PlacedMark {
  const place = placeMark(segments, mark);
  if (place.state === 'gone') return { mark, place, words: mark.quote, voices: [], pieces: [] };
  const first = segments.findIndex(({ id }) => id === place.from.id);
  const last = segments.findIndex(({ id }) => id === place.to.id);
  const covered = segments.slice(first, last + 1).filter(({ text }) => text.trim() !== '');
  const pieces = piecesOf(covered, place);
  const words = covered.map(({ text }, at) => text.slice(pieces[at]?.start, pieces[at]?.end)).join(' ');
  const voices = nameOf === undefined ? [] : covered.flatMap(({ speaker }) => speaker ?? []).map(nameOf);
  return { mark, place, words, voices: [...new Set(voices)], pieces };
}

export const placedMarks = (text: Text, marks: readonly Mark[]): PlacedMark[] =>
  marks.map((mark) => placed(text, mark));
