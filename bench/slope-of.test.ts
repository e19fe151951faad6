import { expect, test } from 'vitest';
import { slopeOf } from './set-up/slope-of.ts';

test('points on a line have its slope, and no doubt about it', () => {
  const points = [0, 1, 2, 5, 9].map((x) => ({ x, y: 100 + 3 * x }));
  const { slope, within } = slopeOf(points);
  expect(slope).toBeCloseTo(3);
  expect(within).toBeCloseTo(0);
});

test('what only goes up and down has no slope beyond its doubt', () => {
  const points = Array.from({ length: 40 }, (_, x) => ({ x, y: 100 + 5 * Math.sin(x * 2.4) }));
  const { slope, within } = slopeOf(points);
  expect(Math.abs(slope)).toBeLessThan(within);
});

test('a growth of a hundredth of what goes up and down is still seen', () => {
  const points = Array.from({ length: 400 }, (_, x) => ({ x, y: 100 + 5 * Math.sin(x * 2.4) + 0.05 * x }));
  const { slope, within } = slopeOf(points);
  expect(slope - within).toBeGreaterThan(0);
  expect(slope).toBeCloseTo(0.05, 1);
});
