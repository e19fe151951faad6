import { expect, test } from 'vitest';
import { createSilenceDetector, decibelsOf, isAudible, levelShare } from './sound-level.ts';

const tone = (height: number) =>
  Float32Array.from({ length: 2_048 }, (_, at) => height * Math.sin((2 * Math.PI * 440 * at) / 48_000));

test('loudness is measured below full scale', () => {
  expect(decibelsOf(tone(1))).toBeCloseTo(-3, 0);
  expect(decibelsOf(tone(0.1))).toBeCloseTo(-23, 0);
  expect(decibelsOf(new Float32Array(512))).toBe(Number.NEGATIVE_INFINITY);
  expect(decibelsOf(new Float32Array())).toBe(Number.NEGATIVE_INFINITY);
});

test('a bar stays between nothing and its full height', () => {
  expect(levelShare(Number.NEGATIVE_INFINITY)).toBe(0);
  expect(levelShare(-36)).toBeCloseTo(0.5);
  expect(levelShare(0)).toBe(1);
});

test('a voice is heard, a muted microphone and the hiss of its wire are not', () => {
  expect(isAudible(decibelsOf(tone(0.02)))).toBe(true);
  expect(isAudible(decibelsOf(tone(0.0005)))).toBe(false);
});

test('ten seconds without a sound are told, until something is heard', () => {
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
