import { expect, test } from 'vitest';
import { elapsedMs, limitNow, pauseClock, runClock, stoppedClock } from './recording-clock.ts';

test('pauses are not counted', () => {
  const first = runClock(stoppedClock, 1_000);
  expect(elapsedMs(first, 4_000)).toBe(3_000);
  const paused = pauseClock(first, 4_000);
  expect(elapsedMs(paused, 60_000)).toBe(3_000);
  const second = runClock(paused, 60_000);
  expect(elapsedMs(second, 62_000)).toBe(5_000);
  expect(runClock(second, 90_000)).toBe(second);
  expect(pauseClock(pauseClock(second, 62_000), 70_000).beforeMs).toBe(5_000);
});

test('the limit is told a minute before, and met a moment before', () => {
  expect(limitNow(0, 600)).toBe('far');
  expect(limitNow(539_000, 600)).toBe('far');
  expect(limitNow(540_000, 600)).toBe('near');
  expect(limitNow(598_900, 600)).toBe('near');
  expect(limitNow(599_000, 600)).toBe('reached');
  expect(limitNow(700_000, 600)).toBe('reached');
});

test('a limit of a minute or less is no news', () => {
  expect(limitNow(0, 60)).toBe('far');
  expect(limitNow(59_000, 60)).toBe('reached');
});
