/** Below this level there is no speech near the microphone: it is muted or too far away. */
const heardFromDecibels = -58;
const quietestDecibels = -60;
const loudestDecibels = -12;

/** The level of the samples, in decibels below full scale. */
export function decibelsOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(sum / samples.length);
}

/** Bar height from 0 to 1. A whisper is visible, and a close voice does not always fill the bar. */
export function levelShare(decibels: number): number {
  const share = (decibels - quietestDecibels) / (loudestDecibels - quietestDecibels);
  return Math.min(1, Math.max(0, share));
}

export const isAudible = (decibels: number) => decibels > heardFromDecibels;

const silenceMs = 10_000;

/** Detects a silence long enough to suggest checking the microphone. */
export function createSilenceDetector() {
  let quietSinceMs: number | undefined;
  return {
    hear(decibels: number, nowMs: number): boolean {
      if (isAudible(decibels)) quietSinceMs = undefined;
      else quietSinceMs ??= nowMs;
      return quietSinceMs !== undefined && nowMs - quietSinceMs >= silenceMs;
    },
    /** A pause does not count as silence. */
    forget() {
      quietSinceMs = undefined;
    },
  };
}
