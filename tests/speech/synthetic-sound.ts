import { speechSampleRateHz } from '#server/adapters/speech/engine.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';

/** Sound with known content at every moment: telephone keys, voices, hum, noise, beeps. */

const lowHz = [697, 770, 852, 941];
const highHz = [1_209, 1_336, 1_477, 1_633];
const keypad = '123A456B789C*0#D';

type Span = { fromMs: number; toMs: number };
type Level = { levelDb?: number };
type Keys = Level & { fromMs: number; toneMs?: number; gapMs?: number; twistDb?: number };
export type MadeKey = Span & { key: string };

/** Levels are mean power, in dB of a full-scale square wave. */
const rootMeanSquare = (levelDb: number) => 10 ** (levelDb / 20);

export function makeSound({ durationMs, seed = 1 }: { durationMs: number; seed?: number }) {
  const rateHz = speechSampleRateHz;
  const samples = new Float64Array(Math.round((durationMs * rateHz) / 1_000));
  const random = seededRandom(seed);
  const sampleIndex = (ms: number) => Math.round((ms * rateHz) / 1_000);

  function add({ fromMs, toMs }: Span, sampleAt: (seconds: number, index: number) => number) {
    const begin = sampleIndex(fromMs);
    const end = Math.min(sampleIndex(toMs), samples.length);
    for (let at = begin; at < end; at += 1)
      samples[at] = (samples[at] ?? 0) + sampleAt((at - begin) / rateHz, at - begin);
  }

  /** Returns the loudness of four syllables a second, each of which rises from silence and falls back. */
  const syllables = (seconds: number) => Math.sin(Math.PI * 4 * seconds) ** 2;

  const sound = {
    keys: (
      text: string,
      { fromMs, toneMs = 100, gapMs = 100, levelDb = -15, twistDb = 0 }: Keys,
    ): MadeKey[] =>
      [...text].map((key, index) => {
        const span = {
          fromMs: fromMs + index * (toneMs + gapMs),
          toMs: fromMs + index * (toneMs + gapMs) + toneMs,
        };
        const keyIndex = keypad.indexOf(key);
        const low = 2 * Math.PI * (lowHz[Math.floor(keyIndex / 4)] ?? 0);
        const high = 2 * Math.PI * (highHz[keyIndex % 4] ?? 0);
        const twist = 10 ** (twistDb / 20);
        const amplitude = rootMeanSquare(levelDb) * Math.sqrt(2 / (1 + twist ** 2));
        const [one, other] = [random() * 6, random() * 6];
        add(span, (s) => amplitude * (Math.sin(low * s + one) + twist * Math.sin(high * s + other)));
        return { key, ...span };
      }),
    /** Adds a voice: harmonics under three formants, in syllables, with a varying pitch. */
    voice: (
      span: Span,
      {
        levelDb = -20,
        pitchHz = 120,
        formantsHz = [600, 1_300, 2_500],
      }: Level & { pitchHz?: number; formantsHz?: readonly number[] } = {},
    ) => {
      const weights = Array.from(
        { length: Math.floor(Math.min(3_800, rateHz * 0.45) / pitchHz) },
        (_, index) => {
          const hz = (index + 1) * pitchHz;
          return formantsHz.reduce(
            (sum, formant, nth) => sum + Math.exp(-(((hz - formant) / 150) ** 2)) / (nth + 1),
            0.03,
          );
        },
      );
      const power = weights.reduce((sum, weight) => sum + weight ** 2, 0) / 2;
      // Three eighths is the mean of sin⁴.
      const amplitude = rootMeanSquare(levelDb) / Math.sqrt(power * 0.375);
      add(span, (s) => {
        const phase = 2 * Math.PI * pitchHz * (s + 0.004 * Math.sin(2 * Math.PI * 1.7 * s));
        let sum = 0;
        for (let nth = 0; nth < weights.length; nth += 1)
          sum += (weights[nth] ?? 0) * Math.sin((nth + 1) * phase);
        return amplitude * syllables(s) * sum;
      });
    },
    whisper: (span: Span, { levelDb = -20 }: Level = {}) =>
      add(
        span,
        (s) =>
          (rootMeanSquare(levelDb) / Math.sqrt(0.375)) * syllables(s) * (random() * 2 - 1) * Math.sqrt(3),
      ),
    noise: (span: Span, { levelDb = -40 }: Level = {}) =>
      add(span, () => rootMeanSquare(levelDb) * (random() * 2 - 1) * Math.sqrt(3)),
    /** Adds noise that is louder at low frequencies, like that of a fan or traffic. */
    rumble: (span: Span, { levelDb = -30 }: Level = {}) => {
      let sum = 0;
      add(span, () => {
        sum = 0.98 * sum + (random() * 2 - 1);
        return rootMeanSquare(levelDb) * sum * 0.345;
      });
    },
    /** Adds mains hum with its harmonics. */
    hum: (span: Span, { levelDb = -25, hz = 60 }: Level & { hz?: number } = {}) =>
      add(span, (s) => {
        let sum = 0;
        for (let nth = 1; nth <= 20; nth += 1) sum += Math.sin(2 * Math.PI * hz * nth * s) / nth;
        return rootMeanSquare(levelDb) * sum;
      }),
    beep: (span: Span, { levelDb = -15, hz = 1_000 }: Level & { hz?: number } = {}) =>
      add(span, (s) => rootMeanSquare(levelDb) * Math.SQRT2 * Math.sin(2 * Math.PI * hz * s)),
    pcm: () => Int16Array.from(samples, (sample) => Math.round(Math.min(Math.max(sample, -1), 1) * 32_767)),
  };
  return sound;
}

export type Burst = { fromMs: number; toMs: number };

/** Makes a voice-like hum during the bursts, and faint room noise elsewhere. */
export function soundWithBursts(totalMs: number, bursts: readonly Burst[], { noise = 10 } = {}): Int16Array {
  const pcm = new Int16Array((totalMs * speechSampleRateHz) / 1_000);
  let seed = 1;
  for (let at = 0; at < pcm.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pcm[at] = ((seed / 2_147_483_648) * 2 - 1) * noise;
  }
  for (const { fromMs, toMs } of bursts)
    for (let at = (fromMs * speechSampleRateHz) / 1_000; at < (toMs * speechSampleRateHz) / 1_000; at += 1)
      pcm[at] = 6_000 * Math.sin(at / 9) * (0.7 + 0.3 * Math.sin(at / 900));
  return pcm;
}

export const hum = (totalMs: number) => soundWithBursts(totalMs, [{ fromMs: 0, toMs: totalMs }]);
