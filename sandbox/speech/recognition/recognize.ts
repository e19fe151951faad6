import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { detectKeys } from './dtmf.ts';
import { createSoundMeter, sampleRateHz } from './measure-sound.ts';
import { detectSpeech } from './voice-activity.ts';

type Timed = Readonly<{ text: string; startMs: number; endMs: number }>;
export type RecognizedSegment = Timed & Readonly<{ kind: 'keys' | 'speech'; words: readonly Timed[] }>;
export type Recognition = Readonly<{
  durationMs: number;
  /** A hash of the samples, which identifies a repeated recording. */
  hash: string;
  segments: readonly RecognizedSegment[];
}>;

/** The recognizer writes this placeholder for speech, because it knows no words. */
const speechText = '[fala]';
const maxPauseBetweenKeysMs = 1_000;
const maxSegmentMs = 15_000;

type Piece = Timed & Readonly<{ kind: RecognizedSegment['kind'] }>;

/** Sorts by start and joins consecutive keys into one segment. */
function segmentsOf(pieces: readonly Piece[]): RecognizedSegment[] {
  const segments: RecognizedSegment[] = [];
  for (const piece of [...pieces].sort((a, b) => a.startMs - b.startMs)) {
    const { kind, ...word } = piece;
    const last = segments.at(-1);
    const joins =
      last !== undefined &&
      kind === 'keys' &&
      last.kind === 'keys' &&
      piece.startMs - last.endMs < maxPauseBetweenKeysMs &&
      piece.endMs - last.startMs <= maxSegmentMs;
    if (!joins) segments.push({ ...word, kind, words: [word] });
    else
      segments[segments.length - 1] = {
        kind,
        text: `${last.text} ${word.text}`,
        startMs: last.startMs,
        endMs: word.endMs,
        words: [...last.words, word],
      };
  }
  return segments;
}

/** Takes mono samples at 16 kHz, and yields to the event loop after every second of them. */
export async function recognize(pcm: Int16Array): Promise<Recognition> {
  const meter = createSoundMeter();
  for (let at = 0; at < pcm.length; at += sampleRateHz) {
    meter.push(pcm.subarray(at, at + sampleRateHz));
    await turn();
  }
  const measured = meter.finish();
  await turn();
  const keys = detectKeys(measured.hops);
  await turn();
  const speech = detectSpeech(measured, keys);
  const { durationMs } = measured;
  return {
    durationMs,
    hash: createHash('sha256').update(pcm).digest('hex').slice(0, 16),
    segments: segmentsOf([
      ...keys.map(
        ({ key, startMs, endMs }): Piece => ({
          kind: 'keys',
          text: key,
          startMs,
          endMs: Math.min(endMs, durationMs),
        }),
      ),
      ...speech.map((stretch): Piece => ({ kind: 'speech', text: speechText, ...stretch })),
    ]),
  };
}
