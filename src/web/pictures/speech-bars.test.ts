import { expect, test } from 'vitest';
import { barsPath, speechBars } from './speech-bars.ts';

test('the same seed draws the same picture, so that server and browser render the same HTML', () => {
  const once = speechBars({ seed: 7, count: 12 });
  expect(speechBars({ seed: 7, count: 12 })).toEqual(once);
  expect(speechBars({ seed: 8, count: 12 })).not.toEqual(once);
});

test('every bar fits the picture, and a pause is a dot', () => {
  const bars = speechBars({ seed: 3, count: 500, loudness: (share) => share * 2 });
  expect(bars).toHaveLength(500);
  expect(Math.min(...bars)).toBeGreaterThanOrEqual(6);
});

test('the path centres its bars on the middle line', () => {
  expect(barsPath({ bars: [100, 50], height: 24, pitch: 6 })).toBe('M3 2v20M9 7v10');
});
