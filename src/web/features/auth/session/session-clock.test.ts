import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionClock } from './session-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start({ hidden = false } = {}) {
  const counted = { ticks: 0, checks: 0 };
  const page = { hidden };
  const clock = createSessionClock({
    tick: () => {
      counted.ticks += 1;
    },
    check: () => {
      counted.checks += 1;
    },
    nowMs: () => Date.now(),
    isHidden: () => page.hidden,
  });
  clock.start();
  const turn = (isHidden: boolean) => {
    page.hidden = isHidden;
    clock.turn();
  };
  return { counted, clock, turn };
}

test('the clock ticks every 30 s and checks every 5 minutes, the first time at once', () => {
  const { counted, clock } = start();
  expect(counted).toEqual({ ticks: 0, checks: 1 });
  vi.advanceTimersByTime(30_000);
  expect(counted).toEqual({ ticks: 1, checks: 1 });
  vi.advanceTimersByTime(270_000);
  expect(counted).toEqual({ ticks: 10, checks: 2 });
  clock.stop();
  vi.advanceTimersByTime(600_000);
  expect(counted).toEqual({ ticks: 10, checks: 2 });
});

test('the clock pauses while the page is hidden, and catches up when it is shown', () => {
  const { counted, turn } = start();
  turn(true);
  vi.advanceTimersByTime(3_600_000);
  expect(counted).toEqual({ ticks: 0, checks: 1 });
  turn(false);
  expect(counted).toEqual({ ticks: 1, checks: 2 });
  vi.advanceTimersByTime(300_000);
  expect(counted).toEqual({ ticks: 11, checks: 3 });
});

test('a short look at another tab causes no request', () => {
  const { counted, turn } = start();
  vi.advanceTimersByTime(20_000);
  turn(true);
  turn(false);
  expect(counted).toEqual({ ticks: 1, checks: 1 });
});

test('a page opened in the background checks once, and runs when it is shown', () => {
  const { counted, turn } = start({ hidden: true });
  vi.advanceTimersByTime(60_000);
  expect(counted).toEqual({ ticks: 0, checks: 1 });
  turn(false);
  vi.advanceTimersByTime(30_000);
  expect(counted.ticks).toBe(2);
});

test('returning after half a minute checks the session', () => {
  const { counted, turn } = start();
  vi.advanceTimersByTime(30_000);
  turn(true);
  turn(false);
  expect(counted.checks).toBe(2);
});
