import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBuildWatch } from './build-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const builds = createBuildWatch(() => 'old');
  const heard: boolean[] = [];
  builds.subscribe(() => heard.push(builds.isOutdated()));
  return { ...builds, heard };
}

test('a page is outdated a minute after another build has answered, also without a further answer', () => {
  const { notice, isOutdated, heard } = watch();
  notice('new');
  vi.advanceTimersByTime(59_000);
  expect(isOutdated()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(isOutdated()).toBe(true);
  notice('new');
  expect(heard).toEqual([true]);
});

test('a page is current while a server of its own build still answers', () => {
  const { notice, isOutdated, heard } = watch();
  for (let second = 0; second < 600; second += 10) {
    notice(second % 50 === 0 ? 'old' : 'new');
    vi.advanceTimersByTime(10_000);
  }
  expect(isOutdated()).toBe(false);
  vi.advanceTimersByTime(60_000);
  // The upgrade was taken back.
  notice('old');
  expect(heard).toEqual([true, false]);
});

test('an answer that names no build says nothing about the page', () => {
  const { notice, isOutdated } = watch();
  notice(null);
  vi.advanceTimersByTime(120_000);
  expect(isOutdated()).toBe(false);
});
