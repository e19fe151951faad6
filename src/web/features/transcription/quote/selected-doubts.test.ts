import { expect, test } from 'vitest';
import { heardSegment } from '#tests/helpers/heard-segment.ts';
import { selectedDoubts } from './selected-doubts.ts';

test('the selection counts its own doubtful words', () => {
  const doubtful = heardSegment(0, 'Eu vi o caro ontem');
  const words = doubtful.words?.map((word) => ({ ...word, confidence: word.text === 'caro' ? 0.3 : 0.9 }));
  const text = [{ ...doubtful, words }];
  const selected = (from: number, to: number) => ({
    from: { id: 0, offset: from },
    to: { id: 0, offset: to },
  });
  expect(selectedDoubts(text, selected(0, 18))).toBe(1);
  expect(selectedDoubts(text, selected(0, 5))).toBe(0);
});
