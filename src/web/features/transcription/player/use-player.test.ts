import { expect, test } from 'vitest';
import { hourMs } from '#domain/format/durations.ts';
import { resumePositionMs } from './use-player.ts';

test.each([
  ['playback resumes in the middle', 754_000, hourMs, 754_000],
  ['playback restarts a recording that has just begun', 4_000, hourMs, 0],
  ['playback restarts a finished recording', hourMs, hourMs, 0],
  ['playback restarts a recording stopped in its last seconds', hourMs - 9_000, hourMs, 0],
  ['playback resumes in the middle of a short recording', 2_500, 5_000, 2_500],
  ['playback restarts a short recording at its end', 4_900, 5_000, 0],
])('%s', (_, ms, durationMs, kept) => {
  expect(resumePositionMs(ms, durationMs)).toBe(kept);
});
