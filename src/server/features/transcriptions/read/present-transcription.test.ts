import { expect, test } from 'vitest';
import type { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { reasonTextOf, transcriptionProgress } from './present-transcription.ts';

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

test('a recording that waits for the speech model shows how much of it is there', () => {
  const waiting = rowWith({ status: 'pending', reason: 'fetching_model', startedAt: null });
  const withBytes = { ...waiting, modelDoneBytes: 120_400_000, modelTotalBytes: 1_640_000_000 };
  expect(transcriptionProgress(withBytes, after(0))).toEqual({ percent: 7, seconds_left: null });
  expect(reasonTextOf(withBytes)).toBe(
    'Baixando o modelo de fala: 120 de 1.640 MB. Sua transcrição começa em seguida.',
  );
  expect(transcriptionProgress({ ...withBytes, reason: 'engine_away' }, after(0)).percent).toBe(0);
});

test('a recording waits for the speech model without figures until a byte arrives', () => {
  const waiting = rowWith({ status: 'pending', reason: 'fetching_model', modelDoneBytes: null });
  expect(transcriptionProgress(waiting, after(0)).percent).toBe(0);
  expect(reasonTextOf(waiting)).toBe('Esperando o modelo de fala. Sua transcrição começa quando ele chegar.');
});

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
