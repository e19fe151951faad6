import { type Choosing, cutPlaces } from './cut-places.ts';
import { charactersPerSecond, gapMs, lineLength, maxLines, maxMs, minReadableMs } from './rules.ts';

/** Every cue costs, so that a sentence is not cut where it need not be. */
const cueCost = 10;
/** The first words of a sentence at the end of a cue, the rest of it in the next one. */
const danglingCost = 14;
/** Half a sentence alone on the screen; a whole one may be as short as it was said. */
const orphanLength = 20;
const orphanCost = 2;
const tooShortCost = 40;
const tooFastCost = 3;
const maxTooFastCost = 60;
const fullnessCost = 6 / (lineLength * maxLines) ** 2;

/** Places of the last pieces of a turn's cues: the cheapest way to cut all of it, found from its end. */
export function chooseCuts(choosing: Choosing): number[] {
  const count = choosing.pieces.length;
  const places = cutPlaces(choosing);
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
      // What follows only adds to it.
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
