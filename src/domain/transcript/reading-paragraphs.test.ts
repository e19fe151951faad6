import { describe, expect, it } from 'vitest';
import { findTurns, toReadingParagraphs } from './reading-paragraphs.ts';
import type { StoredSegment } from './segment.ts';

const none = new Map<number, readonly string[]>();
const saying = (words: number, end = '.') => `${Array.from({ length: words }, () => 'ouvi').join(' ')}${end}`;

type Spoken = { words: number; end?: string; voice?: string; pauseMs?: number };

/** Segments of one second each, after the pause of each. */
function segmentsOf(spoken: readonly Spoken[]): StoredSegment[] {
  let atMs = 0;
  return spoken.map(({ words, end, voice, pauseMs = 0 }, id) => {
    const start_ms = atMs + pauseMs;
    atMs = start_ms + 1_000;
    return { id, start_ms, end_ms: atMs, text: saying(words, end), ...(voice && { speaker: voice }) };
  });
}

const idsOf = (segments: readonly StoredSegment[], headings = none) =>
  toReadingParagraphs(segments, headings).map((paragraph) => paragraph.segments.map(({ id }) => id));

describe('toReadingParagraphs', () => {
  it('joins the segments of one voice and begins a paragraph at another voice', () => {
    const segments = segmentsOf([
      { words: 5, voice: 'a' },
      { words: 5, voice: 'a' },
      { words: 5, voice: 'b' },
      { words: 5, voice: 'a' },
    ]);
    expect(idsOf(segments)).toEqual([[0, 1], [2], [3]]);
    expect(toReadingParagraphs(segments, none).map(({ index }) => index)).toEqual([0, 2, 3]);
  });

  it('ends a paragraph of more than 70 words at the end of a sentence', () => {
    expect(idsOf(segmentsOf([{ words: 70 }, { words: 1 }, { words: 5 }]))).toEqual([[0, 1], [2]]);
    expect(idsOf(segmentsOf([{ words: 71, end: ',' }, { words: 5 }, { words: 5 }]))).toEqual([[0, 1], [2]]);
  });

  it('ends a paragraph of more than 140 words also within a sentence', () => {
    expect(
      idsOf(
        segmentsOf([
          { words: 80, end: '' },
          { words: 61, end: '' },
          { words: 5, end: '' },
        ]),
      ),
    ).toEqual([[0, 1], [2]]);
  });

  it('ends a paragraph at a pause of more than two seconds after 25 words, and not before', () => {
    expect(idsOf(segmentsOf([{ words: 25 }, { words: 5, pauseMs: 2_001 }]))).toEqual([[0], [1]]);
    expect(idsOf(segmentsOf([{ words: 25 }, { words: 5, pauseMs: 2_000 }]))).toEqual([[0, 1]]);
    expect(idsOf(segmentsOf([{ words: 24 }, { words: 5, pauseMs: 9_000 }]))).toEqual([[0, 1]]);
  });

  it('begins a paragraph where another joined file begins', () => {
    expect(idsOf(segmentsOf([{ words: 3 }, { words: 3 }]), new Map([[1, ['b.mp3']]]))).toEqual([[0], [1]]);
  });

  it('keeps an emptied segment in its paragraph', () => {
    const [first, second, third] = segmentsOf([{ words: 3 }, { words: 3 }, { words: 3 }]);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three segments');
    expect(idsOf([first, { ...second, text: '' }, third])).toEqual([[0, 1, 2]]);
  });
});

describe('findTurns', () => {
  it('joins the paragraphs of one voice, and a paragraph without a voice ends the turn', () => {
    const voices = ['a', 'a', 'b', undefined, 'b'];
    const paragraphs = voices.map((voice, index) => ({
      index,
      segments: segmentsOf([{ words: 3, ...(voice && { voice }) }]),
    }));
    expect(findTurns(paragraphs)).toEqual([
      { speaker: 'a', first: 0, last: 1 },
      { speaker: 'b', first: 2, last: 2 },
      { speaker: 'b', first: 4, last: 4 },
    ]);
  });
});
