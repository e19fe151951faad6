import { expect } from 'vitest';
import type { Transcription } from '#contract/transcription.ts';
import type { SpokenWord } from './tones.ts';

const longestErrorMs = 100;

/** The words that the stand-in model hears, each with its times and a high confidence. */
export function expectSpokenWords({ segments }: Transcription, said: readonly SpokenWord[]) {
  const words = segments.flatMap((segment) => segment.words ?? []);
  expect(words.map(({ text }) => text)).toEqual(said.map(({ text }) => text));
  for (const [at, { start_ms, end_ms, confidence }] of words.entries()) {
    expect(Math.abs(start_ms - (said[at]?.startMs ?? 0))).toBeLessThanOrEqual(longestErrorMs);
    expect(Math.abs(end_ms - (said[at]?.endMs ?? 0))).toBeLessThanOrEqual(longestErrorMs);
    expect(confidence).toBeGreaterThan(0.9);
  }
}
