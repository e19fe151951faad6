import { expect, test } from 'vitest';
import { type HeardTurn, steadyVector } from './turn-vectors.ts';

const turn = (speaker: number, samples: number, ...vector: number[]): HeardTurn => ({
  speaker,
  samples,
  vector: Float32Array.from(vector),
});
const rounded = (vector: Float32Array) => Array.from(vector, (value) => Math.round(value * 10) / 10);

test('a short turn counts together with the turns of its speaker, each by its length', () => {
  const short = turn(0, 1, 0.8, 0.6);
  expect(rounded(steadyVector(short, [short, turn(0, 9, 2, 0)]))).toEqual([9.8, 0.6]);
});

test('a turn of the same number that sounds like another voice does not count, however long it is', () => {
  const short = turn(0, 1, 0, 1);
  expect(rounded(steadyVector(short, [turn(0, 90, 1, 0), short]))).toEqual([0, 1]);
});

test('another speaker does not count, and neither does a turn without an embedding', () => {
  const short = turn(0, 1, 1, 0);
  expect(rounded(steadyVector(short, [turn(1, 9, 1, 0), turn(0, 9), short]))).toEqual([1, 0]);
});
