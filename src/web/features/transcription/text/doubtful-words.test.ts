import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { adjacentDoubt, doubtfulWords } from './doubtful-words.ts';

const segment = (id: number, ...words: (readonly [text: string, confidence: number])[]): StoredSegment => ({
  id,
  start_ms: id * 1_000,
  end_ms: id * 1_000 + 900,
  text: words.map(([text]) => text).join(' '),
  words: words.map(([text, confidence], at) => ({
    text,
    confidence,
    start_ms: id * 1_000 + at * 100,
    end_ms: id * 1_000 + at * 100 + 90,
  })),
});

const segments = [
  segment(3, ['Bom', 0.9], ['tia', 0.2], ['turma', 0.5]),
  segment(4, ['sem', 0.9], ['dúvida', 0.9]),
  segment(9, ['Outra', 0.1]),
];

test('a doubtful word is a place in the text of its segment', () => {
  expect(segments.flatMap(doubtfulWords)).toMatchObject([
    { id: 3, start: 4, end: 7, startMs: 3_100 },
    { id: 3, start: 8, end: 13, startMs: 3_200 },
    { id: 9, start: 0, end: 5, startMs: 9_000 },
  ]);
});

test('an edited word is not doubtful any more, and the others keep their places', () => {
  const [first] = segments;
  if (first === undefined) throw new Error('no segment');
  expect(doubtfulWords({ ...first, text: 'Bom dia, turma' })).toMatchObject([{ id: 3, start: 9, end: 14 }]);
});

test('the search for a doubt passes segments without one, and begins again at either end', () => {
  const ids = (offset: number, id: number, by: 1 | -1) => adjacentDoubt(segments, { id, offset }, by);
  expect(ids(0, 3, 1)).toMatchObject({ id: 3, start: 4 });
  expect(ids(4, 3, 1)).toMatchObject({ id: 3, start: 8 });
  expect(ids(8, 3, 1)).toMatchObject({ id: 9, start: 0 });
  expect(ids(0, 9, 1)).toMatchObject({ id: 3, start: 4 });
  expect(ids(5, 9, -1)).toMatchObject({ id: 3, start: 8 });
  expect(ids(7, 3, -1)).toMatchObject({ id: 9, start: 0 });
  expect(adjacentDoubt([], { id: 1, offset: 0 }, 1)).toBeUndefined();
});
