/** DTMF: a telephone key sounds as one low and one high tone together. */
const lowHz = [697, 770, 852, 941] as const;
const highHz = [1_209, 1_336, 1_477, 1_633] as const;
const keys = ['1', '2', '3', 'A', '4', '5', '6', 'B', '7', '8', '9', 'C', '*', '0', '#', 'D'] as const;
export type Key = (typeof keys)[number];
export const keyAt = (index: number): Key | undefined => keys[index];

/** The sample rate of the measurements. */
export const rateHz = 8_000;
export const hopMs = 5;
export const hopSamples = (rateHz * hopMs) / 1_000;
/** A window of 25 ms distinguishes 697 from 770 Hz and still fits within a tone of 40 ms. */
export const windowHops = 5;

const tonesHz = [...lowHz, ...highHz];

/** The two tones of a key have at least this share of the total power. Voices spread over more frequencies. */
const minShare = 0.7;
/** The power of the two tones may differ, because lines and small loudspeakers attenuate them differently. */
const maxTwist = 10 ** (8 / 10);
/** The power of the second loudest tone of a group, relative to the loudest. */
const maxNeighbourPower = 0.25;
/** The relative power of the harmonics, which voices have and keypads do not. */
const maxHarmonic = 0.12;
/** Keypads are accurate to 1.5 %, and noise shifts the measurement by a few hertz more. */
const maxOffShare = 0.02;
const maxOffHz = 5;
/** Sound below this power (-50 dBFS) is echo and codec noise. */
const minPower = 1e-5;

export type ToneHop = Readonly<{
  /** The index of the key with the loudest tones, or -1 in silence. */
  key: number;
  /** The amplitude of both tones together. */
  amplitude: number;
  /** Whether the sound is most likely this key. */
  clear: boolean;
}>;

const silent: ToneHop = { key: -1, amplitude: 0, clear: false };

/** Returns the loudest and the second loudest of the four powers beginning at `from`. */
function loudest(powers: Float64Array, from: number) {
  let best = from;
  for (let at = from + 1; at < from + 4; at += 1) if ((powers[at] ?? 0) > (powers[best] ?? 0)) best = at;
  let next = 0;
  for (let at = from; at < from + 4; at += 1) if (at !== best) next = Math.max(next, powers[at] ?? 0);
  return { best, power: powers[best] ?? 0, next };
}

/** Returns the power of one frequency in the samples (Goertzel's algorithm). */
function powerAt(samples: readonly Float64Array[], step: number): number {
  const turn = 2 * Math.cos(step);
  let last = 0;
  let before = 0;
  let count = 0;
  for (const hop of samples)
    for (let n = 0; n < hop.length; n += 1, count += 1) {
      const now = (hop[n] as number) + turn * last - before;
      before = last;
      last = now;
    }
  return (2 * (last * last + before * before - turn * last * before)) / count ** 2;
}

/**
 * Measures the eight frequencies over the last 25 ms, every 5 ms. The result equals that of Goertzel's algorithm, but
 * the filter bank caches the sums of each hop, so that overlapping windows cost nothing.
 */
export function createToneFilterBank() {
  const tables = tonesHz.map((hz) => {
    const step = (2 * Math.PI * hz) / rateHz;
    return {
      step,
      cos: Float64Array.from({ length: hopSamples }, (_, n) => Math.cos(step * n)),
      sin: Float64Array.from({ length: hopSamples }, (_, n) => Math.sin(step * n)),
    };
  });
  const count = tonesHz.length;
  const re = new Float64Array(count * windowHops);
  const im = new Float64Array(count * windowHops);
  const energy = new Float64Array(windowHops);
  const lastHops: Float64Array[] = Array.from({ length: windowHops }, () => new Float64Array(0));
  const powers = new Float64Array(count);
  const angles = new Float64Array(count);
  const turns = new Float64Array(count);
  let hops = 0;

  function measureHop(samples: Float64Array) {
    const slot = hops % windowHops;
    const at = hops * hopSamples;
    hops += 1;
    energy[slot] = samples.reduce((sum, sample) => sum + sample ** 2, 0);
    lastHops[slot] = samples.slice();
    for (let tone = 0; tone < count; tone += 1) {
      const { cos, sin, step } = tables[tone] as (typeof tables)[number];
      let real = 0;
      let imaginary = 0;
      for (let n = 0; n < hopSamples; n += 1) {
        const sample = samples[n] as number;
        real += sample * (cos[n] as number);
        imaginary -= sample * (sin[n] as number);
      }
      // Rotate the phase back to the beginning of the recording, so that the sums of several hops add up.
      const phase = step * at;
      const cosine = Math.cos(phase);
      const sine = Math.sin(phase);
      re[tone * windowHops + slot] = real * cosine + imaginary * sine;
      im[tone * windowHops + slot] = imaginary * cosine - real * sine;
    }
  }

  function measureWindow() {
    const samplesInWindow = Math.min(hops, windowHops) * hopSamples;
    for (let tone = 0; tone < count; tone += 1) {
      let real = 0;
      let imaginary = 0;
      for (let slot = tone * windowHops; slot < (tone + 1) * windowHops; slot += 1) {
        real += re[slot] as number;
        imaginary += im[slot] as number;
      }
      powers[tone] = (2 * (real * real + imaginary * imaginary)) / samplesInWindow ** 2;
      const angle = Math.atan2(imaginary, real);
      const turn = angle - (angles[tone] as number);
      turns[tone] = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      angles[tone] = angle;
    }
  }

  /** The phase change within a hop gives the distance from the nominal frequency. */
  function isOnPitch(tone: number) {
    const offHz = Math.abs(turns[tone] as number) / ((2 * Math.PI * hopMs) / 1_000);
    return offHz <= maxOffShare * (tonesHz[tone] as number) + maxOffHz;
  }

  /** `measure` calls this last, because it costs as much as all other checks together. */
  function harmonicsOf(low: number, high: number) {
    const oldestFirst = [...lastHops.slice(hops % windowHops), ...lastHops.slice(0, hops % windowHops)];
    return [low, high]
      .map((tone) => 2 * (tables[tone]?.step ?? 0))
      .filter((step) => step < Math.PI)
      .reduce((sum, step) => sum + powerAt(oldestFirst, step), 0);
  }

  return {
    /** Measures the window that ends with the next hop of the recording. */
    measure: (samples: Float64Array): ToneHop => {
      measureHop(samples);
      const total = energy.reduce((sum, each) => sum + each, 0) / (Math.min(hops, windowHops) * hopSamples);
      if (total < minPower) return silent;
      measureWindow();
      const low = loudest(powers, 0);
      const high = loudest(powers, lowHz.length);
      const both = low.power + high.power;
      return {
        key: low.best * highHz.length + (high.best - lowHz.length),
        amplitude: Math.sqrt(both),
        clear:
          both >= minShare * total &&
          low.power <= maxTwist * high.power &&
          high.power <= maxTwist * low.power &&
          low.next <= maxNeighbourPower * low.power &&
          high.next <= maxNeighbourPower * high.power &&
          isOnPitch(low.best) &&
          isOnPitch(high.best) &&
          harmonicsOf(low.best, high.best) <= maxHarmonic * both,
      };
    },
  };
}

export type KeyPress = Readonly<{ key: Key; startMs: number; endMs: number }>;

/** The shortest tone has 40 ms, and the measurement of its edges may lose 5 ms. */
const minMs = 35;
const minClearHops = 4;
/** A keypad's tone has constant loudness, unlike a voice. */
const steadyShare = 0.75;
/** Noise and echo may be this loud after the tone's edge, relative to the tone. */
const goneShare = 0.2;
const goneHops = windowHops - 1;
/** A gap up to this length is a dropout, not a second key press. */
const maxHoleHops = 2;

/** Returns the middle of the window that ends at this hop. */
const middleMs = (hop: number) => (hop + 1 - windowHops / 2) * hopMs;

type Run = { key: number; first: number; last: number; clear: number };

function clearRuns(hops: readonly ToneHop[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const [at, { key, clear }] of hops.entries()) {
    if (!clear) continue;
    if (run !== undefined && run.key === key && at - run.last <= maxHoleHops + 1) {
      run.last = at;
      run.clear += 1;
    } else {
      run = { key, first: at, last: at, clear: 1 };
      runs.push(run);
    }
  }
  return runs;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

type EdgeOptions = { from: number; step: 1 | -1; plateau: number };

/**
 * Returns the tone's edge: the middle of the window that the tone fills by half. Returns undefined if the sound fades
 * instead of stopping, like a voice that contains both tones for a moment.
 */
function edgeMs(hops: readonly ToneHop[], run: Run, { from, step, plateau }: EdgeOptions) {
  const half = plateau / 2;
  const loudness = (at: number) => {
    const hop = hops[at];
    return hop?.key === run.key ? hop.amplitude : 0;
  };
  let at = from;
  while (Math.abs(at - from) <= windowHops && loudness(at + step) > half) at += step;
  const inside = loudness(at);
  const outside = loudness(at + step);
  if (outside > half || loudness(at + step * goneHops) > goneShare * plateau) return undefined;
  const part = inside > outside ? Math.min((inside - half) / (inside - outside), 1) : 0;
  return middleMs(at) + step * Math.max(part, 0) * hopMs;
}

export function detectKeys(hops: readonly ToneHop[]): KeyPress[] {
  return clearRuns(hops).flatMap((run) => {
    const key = keyAt(run.key);
    const amplitudes = hops.slice(run.first, run.last + 1).map(({ amplitude }) => amplitude);
    const plateau = median(amplitudes);
    const inner = amplitudes.slice(1, -1);
    const steady = inner.filter((amplitude) => amplitude >= steadyShare * plateau).length;
    if (key === undefined || run.clear < minClearHops || steady < 0.9 * inner.length) return [];
    const startMs = edgeMs(hops, run, { from: run.first, step: -1, plateau });
    const endMs = edgeMs(hops, run, { from: run.last, step: 1, plateau });
    if (startMs === undefined || endMs === undefined || endMs - startMs < minMs) return [];
    return [{ key, startMs: Math.max(startMs, 0), endMs }];
  });
}
