import { breakCosts } from './break-costs.ts';
import { cumulativeLengths } from './break-lines.ts';
import {
  charactersPerSecond,
  gapMs,
  lineLength,
  maxLines,
  maxMs,
  minReadableMs,
  type Piece,
  silenceMs,
} from './rules.ts';

const innerSentenceCost = 8;
/** A pause of this length makes any place as good as the end of a clause. */
const pauseWorthMs = 600;
/** The engine may report the end of a last word long after it was spoken. */
const lastWordMs = 1_000;

type CutInput = {
  pieces: readonly Piece[];
  costs: Float64Array;
  /** The start of the next turn, or the end of the recording. */
  untilMs: number;
  hasDash: boolean;
};

/** The last piece that a line can hold, for each first piece. A piece that continues in the next one ends its line. */
function lineReaches(pieces: readonly Piece[], lengths: Float64Array): Int32Array {
  const reaches = new Int32Array(pieces.length);
  let end = 0;
  for (let from = 0; from < pieces.length; from += 1) {
    if (end < from) end = from;
    while (
      end + 1 < pieces.length &&
      pieces[end]?.continues !== true &&
      (lengths[end + 2] ?? 0) - (lengths[from] ?? 0) - 1 <= lineLength
    )
      end += 1;
    reaches[from] = end;
  }
  return reaches;
}

/** The last piece that a cue can hold, for each first piece: its lines are limited, and it spans no silence. */
function cueReaches(pieces: readonly Piece[], lengths: Float64Array): Int32Array {
  const lines = lineReaches(pieces, lengths);
  const reaches = new Int32Array(pieces.length);
  let beforeSilence = pieces.length - 1;
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const pauseMs = (pieces[from + 1]?.startMs ?? 0) - (pieces[from]?.endMs ?? 0);
    if (pauseMs > silenceMs) beforeSilence = from;
    let last = from - 1;
    for (let line = 0; line < maxLines && last + 1 < pieces.length; line += 1) last = lines[last + 1] ?? last;
    reaches[from] = Math.min(last, beforeSilence);
  }
  return reaches;
}

/** Precomputes all that does not depend on the cue, because three hours have half a million candidates. */
function findCutPoints({ pieces, costs, untilMs, hasDash }: CutInput) {
  const count = pieces.length;
  const lengths = cumulativeLengths(pieces, hasDash);
  const places = {
    lengths,
    reaches: cueReaches(pieces, lengths),
    starts: new Float64Array(count),
    /** When a cue that ends here must have been read. */
    nexts: new Float64Array(count),
    spokenEnds: new Float64Array(count),
    /** The cost of ending a cue here. */
    endCosts: new Float64Array(count),
    /** Cumulative cost inside a cue: the difference of two places. */
    innerCosts: new Float64Array(count + 1),
    sentencesBefore: new Int32Array(count + 1),
    endsWell: new Uint8Array(count),
  };
  for (const [at, { startMs, endMs }] of pieces.entries()) {
    const nextMs = pieces[at + 1]?.startMs ?? untilMs;
    const pauseMs = Math.max(0, nextMs - endMs);
    const isSentence = costs[at] === breakCosts.sentence;
    const isLast = at + 1 === count;
    places.starts[at] = startMs;
    places.nexts[at] = nextMs;
    places.spokenEnds[at] = Math.min(endMs, startMs + lastWordMs);
    places.endCosts[at] = isLast ? 0 : (costs[at] ?? 0) * Math.max(0.2, 1 - (0.7 * pauseMs) / pauseWorthMs);
    places.endsWell[at] = isLast || isSentence ? 1 : 0;
    places.sentencesBefore[at + 1] = (places.sentencesBefore[at] ?? 0) + (isSentence ? 1 : 0);
    places.innerCosts[at + 1] =
      (places.innerCosts[at] ?? 0) +
      (isSentence ? innerSentenceCost : 0) +
      Math.max(0, pauseMs - pauseWorthMs) / 50;
  }
  return places;
}

/** Every cue costs something, so that a sentence is not cut without need. */
const cueCost = 10;
/** A cue that ends with the first words of the next sentence. */
const danglingCost = 14;
/** Half a sentence alone on the screen. A whole sentence may be short. */
const orphanLength = 20;
const orphanCost = 2;
const tooShortCost = 40;
const tooFastCost = 3;
const maxTooFastCost = 60;
const fullnessCost = 6 / (lineLength * maxLines) ** 2;

/** Returns the last piece of each cue of a turn: the cheapest segmentation, computed from the end. */
export function chooseCuts(choosing: CutInput): number[] {
  const count = choosing.pieces.length;
  const places = findCutPoints(choosing);
  const { lengths, reaches, starts, nexts, spokenEnds, endCosts, innerCosts, sentencesBefore, endsWell } =
    places;
  const best = new Float64Array(count + 1);
  const cuts = new Int32Array(count);
  for (let from = count - 1; from >= 0; from -= 1) {
    const startMs = starts[from] ?? 0;
    const last = reaches[from] ?? from;
    const startLength = (lengths[from] ?? 0) + 1;
    const startsWell = from === 0 || endsWell[from - 1] === 1;
    const fixedCost = cueCost - (innerCosts[from] ?? 0);
    let least = Number.POSITIVE_INFINITY;
    for (let to = from; to <= last; to += 1) {
      if (to > from && (spokenEnds[to] ?? 0) - startMs > maxMs) break;
      let cost = fixedCost + (innerCosts[to] ?? 0) + (endCosts[to] ?? 0) + (best[to + 1] ?? 0);
      // The later terms only add to the cost.
      if (cost >= least) continue;
      const length = (lengths[to + 1] ?? 0) - startLength;
      const isWhole = endsWell[to] === 1;
      cost += fullnessCost * length * length;
      if (!isWhole && sentencesBefore[to] !== sentencesBefore[from]) cost += danglingCost;
      if (length < orphanLength && !(startsWell && isWhole)) cost += (orphanLength - length) * orphanCost;
      const roomMs = Math.min(Math.max(1, (nexts[to] ?? 0) - gapMs - startMs), maxMs);
      if (roomMs < minReadableMs) cost += (tooShortCost * (minReadableMs - roomMs)) / minReadableMs;
      const overSpeed = (length * 1_000) / roomMs - charactersPerSecond;
      if (overSpeed > 0) cost += Math.min(overSpeed * tooFastCost, maxTooFastCost);
      if (cost < least) {
        least = cost;
        cuts[from] = to;
      }
    }
    best[from] = least;
  }
  const chosen: number[] = [];
  for (let from = 0; from < count; from = (cuts[from] ?? from) + 1) chosen.push(cuts[from] ?? from);
  return chosen;
}
