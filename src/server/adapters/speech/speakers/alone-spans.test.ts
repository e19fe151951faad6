import { expect, test } from 'vitest';
import { aloneSpans, type LocalTurn } from './alone-spans.ts';

const turns: LocalTurn[] = [
  { from: 0, to: 100, speaker: 0 },
  { from: 40, to: 50, speaker: 1 },
  { from: 90, to: 160, speaker: 1 },
  { from: 150, to: 200, speaker: 0 },
];
const alone = (at: number) => aloneSpans(turns, turns[at] as LocalTurn).map(({ from, to }) => [from, to]);

test('the sound of a turn leaves out where another speaker speaks', () => {
  expect(alone(0)).toEqual([
    [0, 40],
    [50, 90],
  ]);
  expect(alone(2)).toEqual([[100, 150]]);
});

test('a turn in which another speaker always speaks has no sound', () => {
  expect(alone(1)).toEqual([]);
});
