import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { scoreLines } from './build-score.ts';

const said = (speaker: string, start_ms: number, end_ms: number, text = 'Sim.'): StoredSegment => ({
  id: start_ms,
  start_ms,
  end_ms,
  text,
  speaker,
});
const linesOf = (segments: readonly StoredSegment[]) => scoreLines(segments, (speaker) => `Voz ${speaker}`);

test('the voice that speaks most has the first line, and a pause does not end a turn', () => {
  const lines = linesOf([
    said('A', 0, 1_000),
    said('B', 1_000, 4_000),
    said('B', 5_000, 9_000),
    said('B', 12_000, 13_000),
    said('A', 13_000, 14_000),
  ]);
  expect(lines).toEqual([
    {
      name: 'Voz B',
      spans: [
        { startMs: 1_000, endMs: 9_000 },
        { startMs: 12_000, endMs: 13_000 },
      ],
    },
    {
      name: 'Voz A',
      spans: [
        { startMs: 0, endMs: 1_000 },
        { startMs: 13_000, endMs: 14_000 },
      ],
    },
  ]);
});

test('one voice and no voice have no lines, and an emptied passage is silent', () => {
  expect(linesOf([said('A', 0, 1_000), said('A', 1_000, 2_000)])).toEqual([]);
  expect(linesOf([{ id: 0, start_ms: 0, end_ms: 1_000, text: 'Sim.' }])).toEqual([]);
  expect(linesOf([said('A', 0, 1_000), said('B', 1_000, 2_000, ' ')])).toEqual([]);
});

test('of more than five voices four have a line, and the others share one', () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((speaker, at) =>
    said(speaker, at * 10_000, at * 10_000 + 5_000),
  );
  expect(linesOf(five)).toHaveLength(5);
  const lines = linesOf([...five, said('F', 90_000, 91_000), said('G', 80_000, 82_000)]);
  expect(lines.map(({ name }) => name)).toEqual(['Voz A', 'Voz B', 'Voz C', 'Voz D', 'Outras vozes']);
  expect(lines.at(-1)?.spans.map(({ startMs }) => startMs)).toEqual([40_000, 80_000, 90_000]);
});
