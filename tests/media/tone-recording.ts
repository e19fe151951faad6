import { encodeWav } from '#server/adapters/media/pcm.ts';
import { soundOfTones } from './tones.ts';

/** Makes telephone tones. The sandbox transcribes each as a word. */
export function toneRecording(totalMs = 6_500): Buffer {
  const tones = Array.from({ length: 12 }, (_, at) => ({
    key: String(at % 10),
    startMs: 200 + at * 500,
    endMs: 400 + at * 500,
  }));
  return Buffer.from(encodeWav(soundOfTones({ tones, totalMs, rateHz: 16_000 })));
}
