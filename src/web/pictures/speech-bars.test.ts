import { expect, test } from 'vitest';
import { barsPath, speechBars } from './speech-bars.ts';

test('the same seed draws the same picture, so that the written page and the browser agree', () => {
  const once = speechBars({ seed: 7, count: 12 });
  expect(speechBars({ seed: 7, count: 12 })).toEqual(once);
  expect(speechBars({ seed: 8, count: 12 })).not.toEqual(once);
});

test('every bar lies within the picture, and a rest is still a dot', () => {
  const bars = speechBars({ seed: 3, count: 500, loudness: (place) => place * 2 });
  expect(bars).toHaveLength(500);
  expect(Math.min(...bars)).toBeGreaterThanOrEqual(6);
});

test('bars stand around the middle line', () => {
  expect(barsPath({ bars: [100, 50], height: 24, pitch: 6 })).toBe('M3 2v20M9 7v10');
});
