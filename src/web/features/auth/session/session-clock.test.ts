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
  const setHidden = (isHidden: boolean) => {
    page.hidden = isHidden;
    clock.updateVisibility();
  };
  return { counted, clock, setHidden };
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
  const { counted, setHidden } = start();
  setHidden(true);
  vi.advanceTimersByTime(3_600_000);
  expect(counted).toEqual({ ticks: 0, checks: 1 });
  setHidden(false);
  expect(counted).toEqual({ ticks: 1, checks: 2 });
  vi.advanceTimersByTime(300_000);
  expect(counted).toEqual({ ticks: 11, checks: 3 });
});

test('a short visit to another tab causes no request', () => {
  const { counted, setHidden } = start();
  vi.advanceTimersByTime(20_000);
  setHidden(true);
  setHidden(false);
  expect(counted).toEqual({ ticks: 1, checks: 1 });
});

test('a page opened in the background checks once, and runs when it is shown', () => {
  const { counted, setHidden } = start({ hidden: true });
  vi.advanceTimersByTime(60_000);
  expect(counted).toEqual({ ticks: 0, checks: 1 });
  setHidden(false);
  vi.advanceTimersByTime(30_000);
  expect(counted.ticks).toBe(2);
});

test('returning after half a minute checks the session', () => {
  const { counted, setHidden } = start();
  vi.advanceTimersByTime(30_000);
  setHidden(true);
  setHidden(false);
  expect(counted.checks).toBe(2);
});
