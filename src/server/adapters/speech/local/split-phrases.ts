import { type AttemptKind, speechSampleRateHz } from '../engine.ts';

/** The model receives the samples from..to. The times mark where the sound in them starts and ends. */
type Phrase = { from: number; to: number; startMs: number; endMs: number };

const frameMs = 20;
const frameSamples = (speechSampleRateHz * frameMs) / 1_000;
const framesOf = (ms: number) => Math.round(ms / frameMs);

/** Below this level, 16-bit audio contains only rounding noise. */
const nothingDb = -80;
/** The pause threshold is above the background noise and below the voice. */
const aboveFloorDb = 9;
const belowVoiceDb = 12;

/** A pause of `pauseMs` ends a phrase that has lasted for `lastedMs`. */
const pauses: Readonly<Record<AttemptKind, readonly (readonly [pauseMs: number, lastedMs: number])[]>> = {
  normal: [
    [1_200, 0],
    [500, 2_500],
    [200, 7_000],
  ],
  // Splits at other places, so that a transcript stuck in a loop gets another context.
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

const quantile = (sorted: Float64Array, part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? nothingDb;

function pauseThreshold(levelsDb: Float64Array): number {
  const audible = levelsDb.filter((level) => level > nothingDb).sort();
  return Math.max(
    nothingDb,
    Math.min(quantile(audible, 0.1) + aboveFloorDb, quantile(audible, 0.95) - belowVoiceDb),
  );
}

function quietestBetween(levelsDb: Float64Array, from: number, to: number): number {
  let best = from;
  for (let frame = from; frame < to; frame += 1)
    if ((levelsDb[frame] ?? 0) < (levelsDb[best] ?? 0)) best = frame;
  return best;
}

type Run = { first: number; end: number };

/** Runs of audible frames, short enough for the model. A run without a pause is split at its quietest frame. */
function audibleRuns(levelsDb: Float64Array, attempt: AttemptKind): Run[] {
  const threshold = pauseThreshold(levelsDb);
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

/** Parakeet returns no timestamps, so each phrase is transcribed alone and its text gets the phrase's times. */
export function splitIntoPhrases(pcm: Int16Array, attempt: AttemptKind): Phrase[] {
  const levelsDb = levels(pcm);
  const margin = framesOf(marginMs);
  const runs = audibleRuns(levelsDb, attempt);
  return runs.map(({ first, end }, index) => {
    const before = runs[index - 1]?.end ?? 0;
    const after = runs[index + 1]?.first ?? levelsDb.length;
    // Split short pauses in half: a margin that reaches into the next phrase would repeat its first sound.
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
