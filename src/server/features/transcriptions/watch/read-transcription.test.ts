import { expect, test } from 'vitest';
import type { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { transcriptionProgress } from './read-transcription.ts';

const startedAt = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000);
const rowWith = (changes: Partial<typeof transcriptions.$inferSelect>) =>
  ({
    status: 'processing',
    durationMs: 600_000,
    heardMs: 0,
    heardAtStartMs: 0,
    startedAt,
    ...changes,
  }) as typeof transcriptions.$inferSelect;

test('the server estimates no remaining time before the engine has answered anything', () => {
  expect(transcriptionProgress(rowWith({}), after(30))).toEqual({ percent: 3, seconds_left: null });
});

test('after half of the recording in a minute, a minute remains', () => {
  expect(transcriptionProgress(rowWith({ heardMs: 300_000 }), after(60))).toEqual({
    percent: 52,
    seconds_left: 60,
  });
});

test('chunks from before a long wait count for the percentage, not for the speed', () => {
  const taken = rowWith({ heardMs: 300_000, heardAtStartMs: 300_000 });
  expect(transcriptionProgress(taken, after(5))).toEqual({ percent: 52, seconds_left: null });
  expect(transcriptionProgress({ ...taken, heardMs: 450_000 }, after(10))).toEqual({
    percent: 76,
    seconds_left: 10,
  });
});

test('a recording whose chunks are all answered is not yet done, and a waiting one has no progress', () => {
  expect(transcriptionProgress(rowWith({ heardMs: 600_000 }), after(60)).percent).toBe(99);
  expect(transcriptionProgress(rowWith({ status: 'pending', heardMs: 300_000 }), after(60))).toEqual({
    percent: 0,
    seconds_left: null,
  });
});
