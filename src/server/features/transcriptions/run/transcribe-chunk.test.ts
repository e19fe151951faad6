import { expect, test } from 'vitest';
import { minuteMs } from '#domain/format/durations.ts';
import {
  type Chunk,
  durationOfPcmMs,
  type SpeechEngine,
  speechSampleRateHz,
} from '#server/adapters/speech/engine.ts';
import { transcribeChunk } from './transcribe-chunk.ts';

const pcmOf = (ms: number) => new Int16Array((ms * speechSampleRateHz) / 1_000);

function engineWith(maxMs: number) {
  const requests: { startMs: number; endMs: number }[] = [];
  const engine: SpeechEngine = {
    name: 'scripted',
    label: 'Scripted',
    languages: [],
    limits: { targetMs: maxMs, maxMs, parallel: 1 },
    transcribe: async ({ startMs, pcm }: Chunk) => {
      const endMs = startMs + durationOfPcmMs(pcm);
      requests.push({ startMs, endMs });
      const text = `Trecho ${requests.length} de palavras que cabem no tempo.`;
      return { language: 'pt', segments: [{ startMs: startMs + 1_000, endMs: startMs + 6_000, text }] };
    },
    readiness: () => ({ state: 'ready' }),
    prepare: async () => undefined,
    close: async () => undefined,
  };
  return { engine, requests };
}

const sound = (ms: number) => ({
  pcm: pcmOf(ms),
  startMs: 10 * minuteMs,
  language: 'pt',
  // One second of pause at the end of each half minute.
  isSilent: (startMs: number, endMs: number) => startMs % 30_000 >= 29_000 && endMs % 30_000 >= 29_000,
  signal: new AbortController().signal,
});

test('a chunk planned for another engine is split in pauses, transcribed in pieces and answered as one', async () => {
  const { engine, requests } = engineWith(3 * minuteMs);
  const { segments, language } = await transcribeChunk(engine, sound(20 * minuteMs));
  expect(language).toBe('pt');
  expect(requests.at(0)?.startMs).toBe(10 * minuteMs);
  expect(requests.at(-1)?.endMs).toBe(30 * minuteMs);
  for (const [at, { startMs, endMs }] of requests.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(3 * minuteMs);
    if (at === 0) continue;
    expect(startMs).toBe(requests[at - 1]?.endMs);
    expect(startMs % 30_000).toBeGreaterThanOrEqual(29_000);
  }
  expect(segments.map(({ id }) => id)).toEqual(requests.map((_each, at) => at));
  expect(segments.map(({ start_ms }) => start_ms)).toEqual(requests.map(({ startMs }) => startMs + 1_000));
});

test('the engine gets a chunk within its limit once, whole', async () => {
  const { engine, requests } = engineWith(3 * minuteMs);
  await transcribeChunk(engine, sound(3 * minuteMs));
  expect(requests).toEqual([{ startMs: 10 * minuteMs, endMs: 13 * minuteMs }]);
});
