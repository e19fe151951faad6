import { expect, test } from 'vitest';
import { heardSegment as segment } from '#tests/helpers/heard-segment.ts';
import { selectedTurns } from './selected-turns.ts';

const segments = [
  segment(0, 'Eu vi o carro.', { speaker: 'A' }),
  segment(1, 'Mas não vi o semáforo', { speaker: 'A' }),
  segment(2, 'porque chovia.', { speaker: 'A' }),
  segment(3, 'Chovia muito?', { speaker: 'B' }),
];

const turns = (from: [number, number], to: [number, number], hasTimes = true) =>
  selectedTurns(
    { segments, paragraphStarts: new Set([0, 2, 3]), nameOf: (speaker) => `Voz ${speaker}`, hasTimes },
    { from: { id: from[0], offset: from[1] }, to: { id: to[0], offset: to[1] } },
  );

test('a half-selected word counts as a whole, with the times of its words', () => {
  // From "ã" in "não" to "sem" in "semáforo".
  expect(turns([1, 5], [1, 16])).toEqual([
    {
      text: 'não vi o semáforo',
      voice: 'Voz A',
      startMs: 11_000,
      endMs: 14_900,
      isCutBefore: true,
      isCutAfter: true,
      startsParagraph: false,
    },
  ]);
});

test('a selection that begins or ends at the edge of a segment takes nothing of it', () => {
  expect(turns([0, 14], [1, 3]).map(({ text }) => text)).toEqual(['Mas']);
  expect(turns([2, 0], [3, 0]).map(({ text }) => text)).toEqual(['porque chovia.']);
  expect(turns([0, 2], [0, 3])).toEqual([]);
});

test('a selection across two voices and paragraphs keeps them apart', () => {
  const selected = turns([1, 0], [3, 13]);
  expect(selected.map(({ text, voice, startsParagraph }) => [text, voice, startsParagraph])).toEqual([
    ['Mas não vi o semáforo', 'Voz A', false],
    ['porque chovia.', 'Voz A', true],
    ['Chovia muito?', 'Voz B', true],
  ]);
  expect(selected.some(({ isCutBefore, isCutAfter }) => isCutBefore || isCutAfter)).toBe(false);
});

test('a sentence that goes on in the next segment of the same voice is cut', () => {
  expect(turns([1, 0], [1, 21])[0]).toMatchObject({ isCutBefore: false, isCutAfter: true });
  expect(turns([2, 0], [2, 14])[0]).toMatchObject({ isCutBefore: true, isCutAfter: false });
});

test('a text without times has no moments', () => {
  expect(turns([0, 0], [0, 14], false)[0]).toMatchObject({ startMs: undefined, endMs: undefined });
});
