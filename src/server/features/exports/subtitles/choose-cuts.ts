import { breakCosts } from './break-costs.ts';
import { lengthsOf } from './line-lengths.ts';
import {
  charactersPerSecond,
  gapMs,
  lineLength,
  longestMs,
  mostLines,
  type Piece,
  shortestMs,
  silenceMs,
} from './rules.ts';

/** Every cue costs, so that a sentence is not cut where it need not be. */
const cueCost = 10;
const innerSentenceCost = 8;
/** The first words of a sentence at the end of a cue, the rest of it in the next one. */
const danglingCost = 14;
/** Half a sentence alone on the screen; a whole one may be as short as it was said. */
const orphanLength = 20;
const orphanCost = 2;
const tooShortCost = 40;
const tooFastCost = 3;
const mostTooFastCost = 60;
const fullnessCost = 6;
const fullLength = lineLength * mostLines;
/** A pause of this length makes any place as good as a clause's end. */
const pauseWorthMs = 600;
/** A last word's end is where the engine stopped listening, which may be long after it. */
const lastWordMs = 1_000;

type Choosing = {
  pieces: readonly Piece[];
  costs: Float64Array;
  /** When the next turn begins, or the recording ends. */
  untilMs: number;
  hasDash: boolean;
};

/** How far one line reaches that begins at each piece. A piece that goes on in the next ends its line. */
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

function lastOfCue(reaches: Int32Array, from: number): number {
  let last = from - 1;
  for (let line = 0; line < mostLines && last + 1 < reaches.length; line += 1)
    last = reaches[last + 1] ?? last;
  return last;
}

/** What lies inside a cue, summed up, so that each candidate is one subtraction. */
function innerCosts(pieces: readonly Piece[], costs: Float64Array): Float64Array {
  const sums = new Float64Array(pieces.length + 1);
  for (let at = 0; at < pieces.length; at += 1) {
    const pauseMs = (pieces[at + 1]?.startMs ?? 0) - (pieces[at]?.endMs ?? 0);
    const sentence = costs[at] === breakCosts.sentence ? innerSentenceCost : 0;
    const pause = Math.max(0, pauseMs - pauseWorthMs) / 50;
    sums[at + 1] = (sums[at] ?? 0) + sentence + pause;
  }
  return sums;
}

function sentencesBefore(costs: Float64Array): Int32Array {
  const counts = new Int32Array(costs.length + 1);
  for (let at = 0; at < costs.length; at += 1)
    counts[at + 1] = (counts[at] ?? 0) + (costs[at] === breakCosts.sentence ? 1 : 0);
  return counts;
}

/** Places of the last pieces of a turn's cues: the cheapest way to cut all of it, found from its end. */
export function chooseCuts({ pieces, costs, untilMs, hasDash }: Choosing): number[] {
  const count = pieces.length;
  const lengths = lengthsOf(pieces, hasDash);
  const reaches = lineReaches(pieces, lengths);
  const inner = innerCosts(pieces, costs);
  const sentences = sentencesBefore(costs);
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (const [at, { startMs, endMs }] of pieces.entries()) {
    starts[at] = startMs;
    ends[at] = endMs;
  }
  const best = new Float64Array(count + 1);
  const cuts = new Int32Array(count);
  for (let from = count - 1; from >= 0; from -= 1) {
    const startMs = starts[from] ?? 0;
    const last = lastOfCue(reaches, from);
    let least = Number.POSITIVE_INFINITY;
    for (let to = from; to <= last; to += 1) {
      const endMs = ends[to] ?? 0;
      if (to > from) {
        if ((starts[to] ?? 0) - (ends[to - 1] ?? 0) > silenceMs) break;
        if (Math.min(endMs, (starts[to] ?? 0) + lastWordMs) - startMs > longestMs) break;
      }
      const nextMs = to + 1 < count ? (starts[to + 1] ?? 0) : untilMs;
      const length = (lengths[to + 1] ?? 0) - (lengths[from] ?? 0) - 1;
      const roomMs = Math.min(Math.max(1, nextMs - gapMs - startMs), longestMs);
      const endsWell = to + 1 === count || costs[to] === breakCosts.sentence;
      const startsWell = from === 0 || costs[from - 1] === breakCosts.sentence;
      let cost =
        cueCost + (inner[to] ?? 0) - (inner[from] ?? 0) + (fullnessCost * length * length) / fullLength ** 2;
      if (to + 1 < count) {
        const pauseShare = Math.max(0, nextMs - endMs) / pauseWorthMs;
        cost += (costs[to] ?? 0) * Math.max(0.2, 1 - 0.7 * pauseShare);
      }
      if (!endsWell && sentences[to] !== sentences[from]) cost += danglingCost;
      if (roomMs < shortestMs) cost += (tooShortCost * (shortestMs - roomMs)) / shortestMs;
      const overSpeed = (length * 1_000) / roomMs - charactersPerSecond;
      if (overSpeed > 0) cost += Math.min(overSpeed * tooFastCost, mostTooFastCost);
      if (length < orphanLength && !(startsWell && endsWell)) cost += (orphanLength - length) * orphanCost;
      cost += best[to + 1] ?? 0;
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
