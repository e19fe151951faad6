import { frameMs, type SoundMeasurements } from './measure-sound.ts';

export type TimeRange = Readonly<{ startMs: number; endMs: number }>;

const framesOf = (ms: number) => Math.round(ms / frameMs);

/** A longer pause splits speech into two segments. */
const maxPauseMs = 500;
const maxStretchMs = 15_000;
/** A shorter sound is a click or a knock, not a syllable. */
const minSoundMs = 80;
const minBeepMs = 100;

/** The detector estimates the noise floor of a frame from this much time before and after it. */
const aroundMs = 8_000;
const aboveFloorDb = 8;
const belowVoiceDb = 30;
const nothingDb = -60;

/** The loudness of speech varies, so sound of constant loudness for this long is hum, hiss, a fan or an engine. */
const steadyMs = 600;
const steadyDb = 4;

/** The number of frames between two updates of the noise floor, which changes slowly. */
const strideFrames = 10;
const lowestDb = -100;
const binsPerDb = 2;

type Around = { counts: (frame: number) => boolean; shares: readonly number[] };

/** Returns for each frame the percentiles (`shares`) of the levels around it, from a sliding histogram. */
function levelsAround(levelsDb: readonly number[], { counts: isCounted, shares }: Around): Float64Array[] {
  const around = framesOf(aroundMs);
  const counts = new Int32Array(-lowestDb * binsPerDb + 1);
  const binOf = (level: number) =>
    Math.min(Math.max(Math.round((level - lowestDb) * binsPerDb), 0), counts.length - 1);
  const found = shares.map(() => new Float64Array(levelsDb.length));
  let total = 0;
  const change = (frame: number, by: 1 | -1) => {
    const level = levelsDb[frame];
    if (level === undefined || !isCounted(frame)) return;
    const bin = binOf(level);
    counts[bin] = (counts[bin] ?? 0) + by;
    total += by;
  };
  for (let frame = 0; frame < around; frame += 1) change(frame, 1);
  for (let frame = 0; frame < levelsDb.length; frame += 1) {
    change(frame + around, 1);
    change(frame - around - 1, -1);
    if (frame % strideFrames !== 0) continue;
    let passed = 0;
    let bin = -1;
    for (const [index, share] of shares.entries()) {
      while (bin < counts.length - 1 && passed <= share * total) {
        bin += 1;
        passed += counts[bin] ?? 0;
      }
      found[index]?.fill(bin / binsPerDb + lowestDb, frame, frame + strideFrames);
    }
  }
  return found;
}

function smoothed(levelsDb: readonly number[]): Float64Array {
  return Float64Array.from(levelsDb, (level, frame) => {
    const before = levelsDb[frame - 1] ?? level;
    const after = levelsDb[frame + 1] ?? level;
    return (before + level + after) / 3;
  });
}

/** Marks the frames in any 600 ms of nearly constant loudness. */
function steadyFrames(levelsDb: readonly number[]): Uint8Array {
  const smooth = smoothed(levelsDb);
  const width = framesOf(steadyMs);
  const steady = new Uint8Array(levelsDb.length);
  let marked = 0;
  for (let end = width; end <= smooth.length; end += 1) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let frame = end - width; frame < end; frame += 1) {
      const level = smooth[frame] as number;
      if (level < lowest) lowest = level;
      if (level > highest) highest = level;
      if (highest - lowest > steadyDb) break;
    }
    if (highest - lowest > steadyDb) continue;
    steady.fill(1, Math.max(end - width, marked), end);
    marked = end;
  }
  return steady;
}

type Run = { first: number; end: number };

function runsOf(length: number, isIn: (frame: number) => boolean): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (let frame = 0; frame < length; frame += 1) {
    if (!isIn(frame)) run = undefined;
    else if (run === undefined) {
      run = { first: frame, end: frame + 1 };
      runs.push(run);
    } else run.end = frame + 1;
  }
  return runs;
}

const lengthMs = ({ first, end }: Run) => (end - first) * frameMs;

/** Groups sounds with short pauses between them. A key tone ends the group. */
function groupByPause(sounds: readonly Run[], isTone: (frame: number) => boolean): Run[][] {
  const groups: Run[][] = [];
  for (const sound of sounds) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const pause = last === undefined ? undefined : { first: last.end, end: sound.first };
    const joins =
      pause !== undefined &&
      lengthMs(pause) <= maxPauseMs &&
      !Array.from({ length: pause.end - pause.first }, (_, at) => pause.first + at).some(isTone);
    if (joins) group?.push(sound);
    else groups.push([sound]);
  }
  return groups;
}

/** Cuts the speech at the quietest frame of its second half, until each segment is short enough. */
function cutToLength(run: Run, levelsDb: readonly number[]): Run[] {
  if (lengthMs(run) <= maxStretchMs) return [run];
  const longest = framesOf(maxStretchMs);
  let cut = run.first + longest;
  for (let frame = cut; frame > run.first + longest / 2; frame -= 1)
    if ((levelsDb[frame] ?? 0) < (levelsDb[cut] ?? 0)) cut = frame;
  return [{ first: run.first, end: cut }, ...cutToLength({ first: cut, end: run.end }, levelsDb)];
}

/** Speech is sound above the noise floor, not steady, not a beep, and longer than a knock. */
export function detectSpeech(
  { levelsDb, beeps, durationMs }: SoundMeasurements,
  tones: readonly TimeRange[],
): TimeRange[] {
  const inTone = new Uint8Array(levelsDb.length);
  for (const { startMs, endMs } of tones)
    inTone.fill(1, Math.max(Math.floor(startMs / frameMs) - 1, 0), Math.ceil(endMs / frameMs) + 1);
  const beeping = new Uint8Array(levelsDb.length);
  for (const run of runsOf(beeps.length, (frame) => beeps[frame] === true))
    if (lengthMs(run) >= minBeepMs) beeping.fill(1, Math.max(run.first - 1, 0), run.end + 1);

  // Exclude tones, because they would distort the estimated level of the voices.
  const counts = (frame: number) => !inTone[frame] && !beeping[frame];
  const [floorDb, voiceDb] = levelsAround(levelsDb, { counts, shares: [0.1, 0.95] });
  const steady = steadyFrames(levelsDb);
  const isSound = (frame: number) => {
    if (inTone[frame] || beeping[frame] || steady[frame]) return false;
    const quiet = Math.max(
      (floorDb?.[frame] ?? 0) + aboveFloorDb,
      (voiceDb?.[frame] ?? 0) - belowVoiceDb,
      nothingDb,
    );
    return (levelsDb[frame] ?? nothingDb) > quiet;
  };
  return groupByPause(runsOf(levelsDb.length, isSound), (frame) => inTone[frame] === 1)
    .filter((sounds) => sounds.some((sound) => lengthMs(sound) >= minSoundMs))
    .flatMap((sounds) =>
      cutToLength({ first: sounds[0]?.first ?? 0, end: sounds.at(-1)?.end ?? 0 }, levelsDb),
    )
    .map(({ first, end }) => ({ startMs: first * frameMs, endMs: Math.min(end * frameMs, durationMs) }));
}
