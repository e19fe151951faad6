import { expect, test } from 'vitest';
import { aloneSpans } from './alone-spans.ts';

test('the sound of a speaker leaves out where another one speaks', () => {
  const turns = [
    { from: 0, to: 100, speaker: 0 },
    { from: 40, to: 50, speaker: 1 },
    { from: 90, to: 160, speaker: 1 },
    { from: 150, to: 200, speaker: 0 },
  ];
  expect(aloneSpans(turns, 0)).toEqual([
    { from: 0, to: 40 },
    { from: 50, to: 90 },
    { from: 160, to: 200 },
  ]);
  expect(aloneSpans(turns, 1)).toEqual([{ from: 100, to: 150 }]);
});

test('a speaker who never speaks alone has no sound', () => {
  const turns = [
    { from: 0, to: 100, speaker: 0 },
    { from: 40, to: 50, speaker: 1 },
  ];
  expect(aloneSpans(turns, 1)).toEqual([]);
});
