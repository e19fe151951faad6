import { expect, test } from 'vitest';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { asTable, linearRegression, measure, meetsGoal, summarise } from './harness.ts';

test('the median is the middle sample, or the mean of the two middle samples', () => {
  expect(summarise([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9, runs: 3 });
  expect(summarise([4, 1, 2, 100])).toEqual({ median: 3, min: 1, max: 100, runs: 4 });
  expect(() => summarise([])).toThrow('at least one run');
});

test('warm-up runs are not counted', async () => {
  let calls = 0;
  const summary = await measure({ runs: 3, warmUps: 2 }, async () => ++calls);
  expect(summary).toEqual({ median: 4, min: 3, max: 5, runs: 3 });
});

test('the median decides whether an upper or lower goal is met', () => {
  const ours = summarise([1, 2, 30]);
  const comparison = { what: 'x', unit: 'ms', ours };
  expect(meetsGoal(comparison)).toBeUndefined();
  expect(meetsGoal({ ...comparison, goal: { atMost: 2 } })).toBe(true);
  expect(meetsGoal({ ...comparison, goal: { atMost: 1 } })).toBe(false);
  expect(meetsGoal({ ...comparison, goal: { atLeast: 3 } })).toBe(false);
});

test('a table aligns its columns', () => {
  expect(asTable(['a', 'long'], [['wide one', '1']])).toBe(
    '| a        | long |\n| -------- | ---- |\n| wide one | 1    |',
  );
});

test('the same seed gives the same random numbers', () => {
  const [one, same, other] = [seededRandom(7), seededRandom(7), seededRandom(8)];
  const first = [one(), one(), one()];
  expect([same(), same(), same()]).toEqual(first);
  expect([other(), other(), other()]).not.toEqual(first);
  expect(first.every((number) => number >= 0 && number < 1)).toBe(true);
});

test('points on a line give its slope with a zero confidence interval', () => {
  const points = [0, 1, 2, 5, 9].map((x) => ({ x, y: 100 + 3 * x }));
  const { slope, within } = linearRegression(points);
  expect(slope).toBeCloseTo(3);
  expect(within).toBeCloseTo(0);
});

test('an oscillation has no slope beyond its confidence interval', () => {
  const points = Array.from({ length: 40 }, (_, x) => ({ x, y: 100 + 5 * Math.sin(x * 2.4) }));
  const { slope, within } = linearRegression(points);
  expect(Math.abs(slope)).toBeLessThan(within);
});

test('a growth of a hundredth of the oscillation is detected', () => {
  const points = Array.from({ length: 400 }, (_, x) => ({ x, y: 100 + 5 * Math.sin(x * 2.4) + 0.05 * x }));
  const { slope, within } = linearRegression(points);
  expect(slope - within).toBeGreaterThan(0);
  expect(slope).toBeCloseTo(0.05, 1);
});
