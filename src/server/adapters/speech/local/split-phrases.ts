import { type AttemptKind, speechSampleRateHz } from '../engine.ts';

/** Samples from..to are what the model hears; the times say where sound really begins and ends in them. */
export type Phrase = { from: number; to: number; startMs: number; endMs: number };

const frameMs = 20;
const frameSamples = (speechSampleRateHz * frameMs) / 1_000;
const framesOf = (ms: number) => Math.round(ms / frameMs);

/** Below it nothing can be heard in 16 bits but the noise of rounding. */
const nothingDb = -80;
/** Above the room's own noise, and below the voice itself: between the two lies the pause. */
const aboveFloorDb = 9;
const belowVoiceDb = 12;

/** A pause of the first length ends a stretch that has lasted for the second. */
const pauses: Readonly<Record<AttemptKind, readonly (readonly [pauseMs: number, lastedMs: number])[]>> = {
  normal: [
    [1_200, 0],
    [500, 2_500],
    [200, 7_000],
  ],
  // Cut elsewhere, so that what went round in circles is heard in another context.
  careful: [
    [600, 0],
    [300, 1_500],
    [160, 3_500],
  ],
};
const maxMs: Readonly<Record<AttemptKind, number>> = { normal: 16_000, careful: 8_000 };
const marginMs = 200;

function levels(pcm: Int16Array): Float64Array {
  const count = Math.ceil(pcm.length / frameSamples);
  return Float64Array.from({ length: count }, (_, frame) => {
    const begin = frame * frameSamples;
    const end = Math.min(begin + frameSamples, pcm.length);
    let sum = 0;
    for (let at = begin; at < end; at += 1) sum += ((pcm[at] ?? 0) / 32_768) ** 2;
    return 10 * Math.log10(sum / (end - begin) + 1e-12);
  });
}

const share = (sorted: Float64Array, part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? nothingDb;

function quietBelow(levelsDb: Float64Array): number {
  const heard = levelsDb.filter((level) => level > nothingDb).sort();
  return Math.max(nothingDb, Math.min(share(heard, 0.1) + aboveFloorDb, share(heard, 0.95) - belowVoiceDb));
}

function quietestBetween(levelsDb: Float64Array, from: number, to: number): number {
  let best = from;
  for (let frame = from; frame < to; frame += 1)
    if ((levelsDb[frame] ?? 0) < (levelsDb[best] ?? 0)) best = frame;
  return best;
}

type Run = { first: number; end: number };

/** Frames with sound, in runs as long as a model takes well; a run without a pause is cut where it is quietest. */
function audibleRuns(levelsDb: Float64Array, attempt: AttemptKind): Run[] {
  const threshold = quietBelow(levelsDb);
  const longest = framesOf(maxMs[attempt]);
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const [frame, level] of levelsDb.entries()) {
    if (level <= threshold) continue;
    if (run !== undefined) {
      const pause = (frame - run.end) * frameMs;
      const lasted = (run.end - run.first) * frameMs;
      if (pauses[attempt].some(([pauseMs, lastedMs]) => pause >= pauseMs && lasted >= lastedMs)) {
        runs.push(run);
        run = undefined;
      } else if (frame - run.first >= longest) {
        const cut = quietestBetween(levelsDb, run.first + longest / 2, frame);
        runs.push({ first: run.first, end: Math.min(cut, run.end) });
        run = { first: cut, end: frame + 1 };
      }
    }
    run ??= { first: frame, end: frame + 1 };
    run.end = frame + 1;
  }
  if (run !== undefined) runs.push(run);
  return runs;
}

/**
 * Parakeet says what was spoken and not when: its one answer spans all it was given. Given phrase by phrase, each
 * answer has the times of its phrase. Only what is silent is left out.
 */
export function splitIntoPhrases(pcm: Int16Array, attempt: AttemptKind): Phrase[] {
  const levelsDb = levels(pcm);
  const margin = framesOf(marginMs);
  const runs = audibleRuns(levelsDb, attempt);
  return runs.map(({ first, end }, index) => {
    const before = runs[index - 1]?.end ?? 0;
    const after = runs[index + 1]?.first ?? levelsDb.length;
    // Half of a short pause belongs to each side: a margin into the next phrase would repeat its first sound.
    const from = Math.max(first - margin, Math.ceil((before + first) / 2), 0);
    const to = Math.min(end + margin, Math.ceil((end + after) / 2));
    return {
      from: (index === 0 ? Math.max(first - margin, 0) : from) * frameSamples,
      to: Math.min((index === runs.length - 1 ? end + margin : to) * frameSamples, pcm.length),
      startMs: first * frameMs,
      endMs: Math.min(end * frameMs, Math.round((pcm.length / speechSampleRateHz) * 1_000)),
    };
  });
}
