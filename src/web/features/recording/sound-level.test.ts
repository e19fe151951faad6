import { expect, test } from 'vitest';
import { createSilenceDetector, decibelsOf, isAudible, levelShare } from './sound-level.ts';

const tone = (height: number) =>
  Float32Array.from({ length: 2_048 }, (_, at) => height * Math.sin((2 * Math.PI * 440 * at) / 48_000));

test('loudness is measured in decibels below full scale', () => {
  expect(decibelsOf(tone(1))).toBeCloseTo(-3, 0);
  expect(decibelsOf(tone(0.1))).toBeCloseTo(-23, 0);
  expect(decibelsOf(new Float32Array(512))).toBe(Number.NEGATIVE_INFINITY);
  expect(decibelsOf(new Float32Array())).toBe(Number.NEGATIVE_INFINITY);
});

test('a bar stays between zero and full height', () => {
  expect(levelShare(Number.NEGATIVE_INFINITY)).toBe(0);
  expect(levelShare(-36)).toBeCloseTo(0.5);
  expect(levelShare(0)).toBe(1);
});

test('a quiet voice is audible, and a muted or noisy line is not', () => {
  expect(isAudible(decibelsOf(tone(0.02)))).toBe(true);
  expect(isAudible(decibelsOf(tone(0.0005)))).toBe(false);
});

test('ten seconds of silence raise the warning until a sound is audible', () => {
  const watch = createSilenceDetector();
  expect(watch.hear(-90, 0)).toBe(false);
  expect(watch.hear(-90, 9_900)).toBe(false);
  expect(watch.hear(-90, 10_000)).toBe(true);
  expect(watch.hear(-30, 10_100)).toBe(false);
  expect(watch.hear(-90, 10_200)).toBe(false);
  expect(watch.hear(-90, 20_200)).toBe(true);
  watch.forget();
  expect(watch.hear(-90, 50_000)).toBe(false);
});
