import { charactersPerSecond, flickerMs, gapMs, maxMs, minCueMs, minReadableMs } from './rules.ts';

export type SpokenStretch = Readonly<{ startMs: number; endMs: number; length: number }>;
type Times = { startMs: number; endMs: number };

/**
 * When each cue comes and goes. It comes with its first word and stays as long as it takes to read, into the silence
 * after it; where there is none it makes room for the next one.
 */
export function timeCues(stretches: readonly SpokenStretch[], recordingMs: number): Times[] {
  const times: Times[] = [];
  let earliestMs = 0;
  for (const [at, { startMs: saidMs, endMs: silentMs, length }] of stretches.entries()) {
    const startMs = Math.max(saidMs, earliestMs);
    const next = stretches[at + 1];
    const nextMs = next?.startMs ?? Math.max(recordingMs, silentMs) + gapMs;
    const readMs = startMs + Math.max(minReadableMs, Math.ceil((length * 1_000) / charactersPerSecond));
    const roomMs = Math.min(
      Math.max(nextMs - gapMs, Math.min(nextMs, startMs + minReadableMs)),
      startMs + maxMs,
    );
    const wishedMs = Math.min(Math.max(silentMs, readMs), roomMs);
    const flickers = next !== undefined && nextMs - wishedMs < flickerMs;
    const endMs = Math.max(flickers ? roomMs : wishedMs, startMs + minCueMs);
    times.push({ startMs, endMs });
    earliestMs = endMs;
  }
  return times;
}
