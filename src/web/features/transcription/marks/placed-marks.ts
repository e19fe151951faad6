import type { Mark } from '#contract/marks.ts';
import { selectedWords, wordsAsText } from '#domain/citation/selected-turns.ts';
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
  nameOf: (speaker: string) => string;
}>;

function placed({ segments, nameOf }: Text, mark: Mark): PlacedMark {
  const place = placeMark(segments, mark);
  if (place.state === 'gone') return { mark, place, words: mark.quote, voices: [], pieces: [] };
  const covered = selectedWords(segments, place);
  const speakers = covered.flatMap(({ segment }) => segment.speaker ?? []);
  return {
    mark,
    place,
    words: wordsAsText(covered),
    voices: [...new Set(speakers.map(nameOf))],
    pieces: covered.map(({ segment, start, end }) => ({ id: segment.id, start, end })),
  };
}

export const placedMarks = (text: Text, marks: readonly Mark[]): PlacedMark[] =>
  marks.map((mark) => placed(text, mark));
