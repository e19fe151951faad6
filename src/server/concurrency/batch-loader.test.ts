import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

test('the batch loader joins simultaneous look-ups into one call and returns each its own value', async () => {
  const asked: (readonly number[])[] = [];
  const load = createBatchLoader(async (keys: readonly number[]) => {
    asked.push(keys);
    return keys.map((key) => key * 2);
  });
  expect(await Promise.all([load(1), load(2), load(3)])).toEqual([2, 4, 6]);
  expect(await load(4)).toBe(8);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});

test('the batch loader sends at most 500 keys per call', async () => {
  const sizes: number[] = [];
  const look = createBatchLoader(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return keys;
  });
  const keys = Array.from({ length: 1_200 }, (_, at) => at);
  expect(await Promise.all(keys.map(look))).toEqual(keys);
  expect(Math.max(...sizes)).toBe(500);
});

test('the batch loader rejects all look-ups of a failed call, and the next look-up starts a new call', async () => {
  let isAway = true;
  const look = createBatchLoader(async (keys: readonly number[]) => {
    if (isAway) throw new Error('away');
    return keys;
  });
  const both = await Promise.allSettled([look(1), look(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await look(3)).toBe(3);
});
