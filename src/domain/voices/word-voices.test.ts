import { expect, test } from 'vitest';
import type { StoredSegment } from '../transcript/segment.ts';
import { type VoiceTurn, wordVoices } from './word-voices.ts';

const turn = (voice: number, startMs: number, endMs: number): VoiceTurn => ({ voice, startMs, endMs });

/** A segment whose words have these times. */
function timed(id: number, times: readonly (readonly [startMs: number, endMs: number])[]): StoredSegment {
  const words = times.map(([start_ms, end_ms], at) => ({ start_ms, end_ms, text: `p${at}` }));
  const text = words.map((word) => word.text).join(' ');
  return { id, start_ms: times[0]?.[0] ?? 0, end_ms: times.at(-1)?.[1] ?? 0, text, words };
}

const voicesOf = (segments: readonly StoredSegment[], turns: readonly VoiceTurn[]) =>
  wordVoices(segments, turns).map((words) => words.map(({ voice }) => voice));

test('a word has the voice that speaks during most of it', () => {
  const words = [
    [0, 1_000],
    [1_000, 2_000],
    [2_000, 3_000],
  ] as const;
  expect(voicesOf([timed(0, words)], [turn(4, 0, 1_400), turn(7, 1_400, 3_000)])).toEqual([[4, 7, 7]]);
  // Two short turns of one voice count together.
  const both = [turn(4, 0, 1_350), turn(7, 1_300, 1_700), turn(4, 1_650, 2_000)];
  expect(voicesOf([timed(0, words)], both)).toEqual([[4, 4, 4]]);
});

test('where two voices share a word equally, the one before goes on', () => {
  const words = [
    [0, 1_000],
    [1_000, 2_000],
    [2_000, 3_000],
  ] as const;
  expect(voicesOf([timed(0, words)], [turn(4, 0, 2_000), turn(9, 1_000, 3_000)])).toEqual([[4, 4, 9]]);
  expect(
    voicesOf([timed(0, words)], [turn(9, 0, 1_000), turn(4, 1_000, 2_000), turn(9, 1_000, 3_000)]),
  ).toEqual([[9, 9, 9]]);
});

test('a word without a length belongs to the turn around it', () => {
  expect(voicesOf([timed(0, [[1_000, 1_000]])], [turn(3, 0, 900), turn(5, 950, 1_100)])).toEqual([[5]]);
});

test('a word beside all turns has the voice of the nearest one within half a second', () => {
  const turns = [turn(3, 0, 600), turn(5, 1_800, 3_000)];
  expect(voicesOf([timed(0, [[1_000, 1_300]])], turns)).toEqual([[3]]);
  expect(voicesOf([timed(0, [[1_100, 1_400]])], turns)).toEqual([[5]]);
});

test('a turn counts as near up to exactly half a second', () => {
  const words = [timed(0, [[0, 300]]), timed(1, [[1_200, 1_300]])];
  expect(voicesOf(words, [turn(3, 0, 300), turn(5, 1_800, 3_000)])).toEqual([[3], [5]]);
  expect(voicesOf(words, [turn(3, 0, 300), turn(5, 1_801, 3_000)])).toEqual([[3], [3]]);
});

test('a word far from all turns has the voice of the nearest word', () => {
  const turns = [turn(3, 0, 1_000), turn(5, 10_000, 11_000)];
  const words = [
    timed(0, [[0, 500]]),
    timed(1, [[4_000, 4_500]]),
    timed(2, [[7_000, 7_500]]),
    timed(3, [[10_000, 10_500]]),
    timed(4, [[20_000, 20_500]]),
  ];
  expect(voicesOf(words, turns)).toEqual([[3], [3], [5], [5], [5]]);
  expect(voicesOf(words.slice(1, 2), turns)).toEqual([[0]]);
});

test('a segment without times of words is one part', () => {
  const { words: _, ...segment } = timed(0, [
    [0, 1_000],
    [1_000, 3_000],
  ]);
  expect(wordVoices([segment], [turn(3, 0, 1_000), turn(5, 1_000, 3_000)])).toEqual([
    [{ startMs: 0, endMs: 3_000, start: 0, end: 5, voice: 5 }],
  ]);
});
