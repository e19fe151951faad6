/** Below this nothing is spoken near the microphone: a muted one, or one at the wrong side of the desk. */
const heardFromDecibels = -58;
const quietestDecibels = -60;
const loudestDecibels = -12;

/** How loud the samples are, in decibels below full scale. */
export function decibelsOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(sum / samples.length);
}

/** Height of a bar, 0 to 1: a whisper moves it, and a voice close by does not fill it always. */
export function levelShare(decibels: number): number {
  const share = (decibels - quietestDecibels) / (loudestDecibels - quietestDecibels);
  return Math.min(1, Math.max(0, share));
}

export const isAudible = (decibels: number) => decibels > heardFromDecibels;

const silenceMs = 10_000;

/** Tells whether nothing was heard for so long that the person should look at the microphone. */
export function createSilenceDetector() {
  let quietSinceMs: number | undefined;
  return {
    hear(decibels: number, nowMs: number): boolean {
      if (isAudible(decibels)) quietSinceMs = undefined;
      else quietSinceMs ??= nowMs;
      return quietSinceMs !== undefined && nowMs - quietSinceMs >= silenceMs;
    },
    /** A pause is no silence. */
    forget() {
      quietSinceMs = undefined;
    },
  };
}
