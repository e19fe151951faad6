import { frameMs, quietestDb } from './sound-meter.ts';

export type Silence = Readonly<{
  startMs: number;
  endMs: number;
  /** The loudest 20 ms in dBFS (negative). Beside music, even a pause can be loud. */
  loudestDb: number;
}>;

const minMs = 200;
const stepMs = 1_000;
/** The threshold for a frame depends on this much sound on either side. */
export const contextMs = 15_000;
/** Quantiles of the frame levels for the noise floor and the voice. */
const floorPart = 0.1;
const voicePart = 0.95;
/** With a smaller range, the sound has no speech or no pauses. */
const minRangeDb = 12;
/** The threshold's position between the noise floor and the voice. */
const pausePart = 0.25;
/** Always silence: no voice is this quiet. */
export const silenceFloorDb = -70;

const bins = quietestDb + 1;

function levelAt(counts: Uint32Array, total: number, part: number): number {
  // Counts are indexed by decibels below full scale, so the quietest come last.
  let left = total * part;
  for (let below = quietestDb; below > 0; below -= 1) {
    left -= counts[below] ?? 0;
    if (left < 0) return -below;
  }
  return 0;
}

/** The silence threshold, or undefined if noise floor and voice are too close. */
function thresholdOf(counts: Uint32Array, total: number): number | undefined {
  const floorDb = levelAt(counts, total, floorPart);
  const rangeDb = levelAt(counts, total, voicePart) - floorDb;
  return rangeDb < minRangeDb ? undefined : floorDb + rangeDb * pausePart;
}

function thresholdsBySteps(levels: Uint8Array, framesPerStep: number): Float64Array {
  const histogram = new Uint32Array(bins);
  for (const below of levels) histogram[below] = (histogram[below] as number) + 1;
  const ofWhole = thresholdOf(histogram, levels.length) ?? silenceFloorDb;
  const counts = new Uint32Array(bins);
  const reach = Math.round(contextMs / frameMs);
  let [from, to] = [0, 0];
  return Float64Array.from({ length: Math.ceil(levels.length / framesPerStep) }, (_, step) => {
    const centre = step * framesPerStep + framesPerStep / 2;
    for (; to < Math.min(levels.length, centre + reach); to += 1) {
      const below = levels[to] as number;
      counts[below] = (counts[below] as number) + 1;
    }
    for (; from < centre - reach; from += 1) {
      const below = levels[from] as number;
      counts[below] = (counts[below] as number) - 1;
    }
    return Math.max(silenceFloorDb, thresholdOf(counts, to - from) ?? ofWhole);
  });
}

/**
 * A 20 ms frame is silent if it is closer to the noise floor than to the voice. The noise floor is the quietest
 * tenth of the 15 s on both sides. The threshold is a quarter of the way up to the loudest twentieth. If these
 * 15 s have too small a range, the levels of the whole file decide. If that fails too, only frames below -70 dB
 * are silent. 200 ms of silent frames make a silence.
 */
export function findSilences(levels: Uint8Array): Silence[] {
  const framesPerStep = stepMs / frameMs;
  const thresholds = thresholdsBySteps(levels, framesPerStep);
  const silences: Silence[] = [];
  let first = -1;
  let loudest = -quietestDb;
  const end = (frame: number) => {
    if (first !== -1 && (frame - first) * frameMs >= minMs)
      silences.push({ startMs: first * frameMs, endMs: frame * frameMs, loudestDb: loudest });
    first = -1;
    loudest = -quietestDb;
  };
  for (let frame = 0; frame < levels.length; frame += 1) {
    const level = -(levels[frame] as number);
    if (level <= (thresholds[Math.floor(frame / framesPerStep)] as number)) {
      if (first === -1) first = frame;
      loudest = Math.max(loudest, level);
    } else {
      end(frame);
    }
  }
  end(levels.length);
  return silences;
}

/** The silences of a stretch, with the sound around it that their thresholds need. */
export function findSilencesAround(levels: Uint8Array, startMs: number, endMs: number): Silence[] {
  const first = Math.max(0, Math.floor((startMs - contextMs) / frameMs));
  const shiftMs = first * frameMs;
  return findSilences(levels.subarray(first, Math.ceil((endMs + contextMs) / frameMs))).map((silence) => ({
    ...silence,
    startMs: silence.startMs + shiftMs,
    endMs: silence.endMs + shiftMs,
  }));
}
