import { expect, test } from 'vitest';
import { resumePositionMs } from './use-player.ts';

const hourMs = 3_600_000;

test.each([
  ['in the middle', 754_000, hourMs, 754_000],
  ['just begun', 4_000, hourMs, 0],
  ['heard to the end', hourMs, hourMs, 0],
  ['stopped in the last words', hourMs - 9_000, hourMs, 0],
  ['a short one in the middle', 2_500, 5_000, 2_500],
  ['a short one at its end', 4_900, 5_000, 0],
])('%s', (_, ms, durationMs, kept) => {
  expect(resumePositionMs(ms, durationMs)).toBe(kept);
});
