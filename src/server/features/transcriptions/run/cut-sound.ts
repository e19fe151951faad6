import { speechSampleRateHz } from '#server/adapters/speech/engine.ts';

/** The part of a sound between two times of its recording. */
export function cutSound<Given extends { pcm: Int16Array; startMs: number }>(
  sound: Given,
  fromMs: number,
  toMs: number,
): Given {
  const sampleAt = (ms: number) => Math.round(((ms - sound.startMs) * speechSampleRateHz) / 1_000);
  return { ...sound, startMs: fromMs, pcm: sound.pcm.subarray(sampleAt(fromMs), sampleAt(toMs)) };
}
