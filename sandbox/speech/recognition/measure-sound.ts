import { createToneFilterBank, hopMs, hopSamples, rateHz, type ToneHop, windowHops } from './dtmf.ts';

export const frameMs = 20;
const hopsPerFrame = frameMs / hopMs;
const frameSamples = hopsPerFrame * hopSamples;

export const sampleRateHz = 16_000;
/** The meter halves the rate with the mean of two samples, because keys and voices are below 4 kHz. */
const samplesPerMean = sampleRateHz / rateHz;
/** This factor of the pre-emphasis raises speech over hum and rumble. */
const emphasis = 0.95;
const lowestDb = -100;
/** The meter ignores beeps in a frame below this level. */
const faintDb = -65;
/** A sound with at least this share of its power in two pure tones is a beep. */
const beepShare = 0.95;

export type SoundMeasurements = Readonly<{
  durationMs: number;
  /** One entry per 5 ms. */
  hops: readonly ToneHop[];
  /** The level after pre-emphasis, one entry per 20 ms. */
  levelsDb: readonly number[];
  beeps: readonly boolean[];
}>;

/** Measures a recording in pieces and stores only the values that the detectors need. */
export function createSoundMeter() {
  const bank = createToneFilterBank();
  const tones = createToneShareMeter();
  const hops: ToneHop[] = [];
  const levelsDb: number[] = [];
  const beeps: boolean[] = [];

  const hop = new Float64Array(hopSamples);
  const ring = new Float64Array(spectrumSize);
  let samples = 0;
  let sum = 0;
  let summed = 0;
  let taken = 0;
  let previous = 0;
  let power = 0;

  function endFrame() {
    const level = Math.max(10 * Math.log10(power / frameSamples + 1e-12), lowestDb);
    levelsDb.push(level);
    beeps.push(level > faintDb && tones.shareOf(ring, taken % ring.length) >= beepShare);
    power = 0;
  }

  function take(sample: number) {
    hop[taken % hopSamples] = sample;
    const emphasised = sample - emphasis * previous;
    previous = sample;
    ring[taken % ring.length] = emphasised;
    taken += 1;
    power += emphasised * emphasised;
    if (taken % hopSamples !== 0) return;
    hops.push(bank.measure(hop));
    if (hops.length % hopsPerFrame === 0) endFrame();
  }

  return {
    push: (piece: Int16Array) => {
      samples += piece.length;
      for (let at = 0; at < piece.length; at += 1) {
        sum += piece[at] as number;
        summed += 1;
        if (summed < samplesPerMean) continue;
        take(sum / (samplesPerMean * 32_768));
        sum = 0;
        summed = 0;
      }
    },
    finish: (): SoundMeasurements => {
      // Append silence, because the filter bank measures a tone only after its window has passed the tone.
      const last = taken + hopSamples * (windowHops + hopsPerFrame);
      while (taken < last) take(0);
      return { durationMs: (samples / sampleRateHz) * 1_000, hops, levelsDb, beeps };
    },
  };
}

/** A pure tone fills this many bins on either side, half of the Hann window's main lobe. */
const lobeBins = 2;
const lowestHz = 150;
const highestHz = 3_800;
/** The number of samples in 32 ms. The FFT needs a power of two. */
const spectrumSize = 256;

/** Replaces the samples by their spectrum (fast Fourier transform). Their number is a power of two. */
function fft(re: Float64Array, im: Float64Array, unitCircle: { cos: Float64Array; sin: Float64Array }) {
  const size = re.length;
  for (let at = 1, mirror = 0; at < size; at += 1) {
    let bit = size >> 1;
    for (; mirror & bit; bit >>= 1) mirror ^= bit;
    mirror ^= bit;
    if (at >= mirror) continue;
    const swapped = re[at] as number;
    re[at] = re[mirror] as number;
    re[mirror] = swapped;
  }
  for (let width = 2; width <= size; width *= 2) {
    const half = width / 2;
    const stride = size / width;
    for (let begin = 0; begin < size; begin += width)
      for (let n = 0; n < half; n += 1) {
        const cos = unitCircle.cos[n * stride] as number;
        const sin = unitCircle.sin[n * stride] as number;
        const upper = begin + n;
        const lower = upper + half;
        const real = (re[lower] as number) * cos + (im[lower] as number) * sin;
        const imaginary = (im[lower] as number) * cos - (re[lower] as number) * sin;
        re[lower] = (re[upper] as number) - real;
        im[lower] = (im[upper] as number) - imaginary;
        re[upper] = (re[upper] as number) + real;
        im[upper] = (im[upper] as number) + imaginary;
      }
  }
}

/** Measures the share of the power in the two strongest tones: near 1 for a beep, low for a voice or noise. */
function createToneShareMeter() {
  const size = spectrumSize;
  const angle = (2 * Math.PI) / size;
  const unitCircle = {
    cos: Float64Array.from({ length: size / 2 }, (_, n) => Math.cos(angle * n)),
    sin: Float64Array.from({ length: size / 2 }, (_, n) => Math.sin(angle * n)),
  };
  const hann = Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos(angle * n));
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const power = new Float64Array(size / 2);
  const firstBin = Math.ceil((lowestHz / rateHz) * size);
  const endBin = Math.min(Math.floor((highestHz / rateHz) * size) + 1, size / 2);

  function takePeak() {
    let peak = firstBin;
    for (let bin = firstBin; bin < endBin; bin += 1)
      if ((power[bin] as number) > (power[peak] as number)) peak = bin;
    let sum = 0;
    const last = Math.min(peak + lobeBins, endBin - 1);
    for (let bin = Math.max(peak - lobeBins, firstBin); bin <= last; bin += 1) {
      sum += power[bin] as number;
      power[bin] = 0;
    }
    return sum;
  }

  return {
    /** Measures a full ring buffer, whose oldest sample is at `oldest`. */
    shareOf: (ring: Float64Array, oldest: number): number => {
      for (let n = 0; n < size; n += 1) re[n] = (ring[(oldest + n) % size] as number) * (hann[n] as number);
      im.fill(0);
      fft(re, im, unitCircle);
      let total = 0;
      for (let bin = firstBin; bin < endBin; bin += 1) {
        power[bin] = (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
        total += power[bin] as number;
      }
      return total === 0 ? 0 : (takePeak() + takePeak()) / total;
    },
  };
}
