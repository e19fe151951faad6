import { expect, test } from 'vitest';
import type { Transcription } from '#contract/transcription.ts';
import { applyEvent } from './use-live-transcription.ts';

const segment = (id: number, text = `trecho ${id}`) => ({
  id,
  start_ms: id * 1_000,
  end_ms: id * 1_000 + 900,
  text,
});

const running: Transcription = {
  job_id: '8f7a9d52-6b1c-4e55-9a39-0d9f0f4f2c11',
  status: 'pending',
  text: null,
  audio_duration: 120,
  file_name: 'aula.mp3',
  title: null,
  created_at: '2026-11-21T17:05:00.000Z',
  summary: null,
  customPrompt: null,
  userPlan: 'free',
  watermark: null,
  reason: 'waiting_for_turn',
  reason_text: 'Na fila.',
  can_retry: false,
  progress: { percent: 0, seconds_left: null },
  language: 'pt',
  engine: null,
  engine_is_sandbox: false,
  has_video: false,
  has_media: false,
  segments: [segment(0), segment(1)],
  speaker_names: {},
  revision: 0,
  voices: { state: null, stated: null },
  parts: [],
};

test('a progress event replaces status, reason and progress', () => {
  const next = applyEvent(running, 'progress', {
    status: 'processing',
    percent: 40,
    seconds_left: 30,
    reason: null,
    reason_text: null,
  });
  expect(next).toMatchObject({
    status: 'processing',
    reason_text: null,
    progress: { percent: 40, seconds_left: 30 },
  });
});

test.each(['completed', 'failed', 'error'])(
  'a progress event with status %s keeps the transcription pending until the page fetches it',
  (status) => {
    const end = { status, percent: 100, seconds_left: 0, reason: null, reason_text: null };
    expect(applyEvent(running, 'progress', end)).toMatchObject({
      status: 'pending',
      progress: { percent: 100 },
    });
  },
);

test('a segments event inserts new segments in order', () => {
  const next = applyEvent(running, 'segments', { segments: [segment(3), segment(2)] });
  expect(next.segments.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
});

test('known segments and unknown events return the same object', () => {
  expect(applyEvent(running, 'segments', { segments: [segment(0), segment(1)] })).toBe(running);
  expect(applyEvent(running, 'message', {})).toBe(running);
});
