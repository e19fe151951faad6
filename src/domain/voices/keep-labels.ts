import type { StoredSegment } from '../transcript/segment.ts';
import { labelOf } from './voice-label.ts';

type Pair = { label: string; former: string; ms: number };

const lengthMs = ({ start_ms, end_ms }: StoredSegment) => Math.max(1, end_ms - start_ms);

/** How much of the speech of each new label had each former one. Splits keep the times, so both texts meet by time. */
function pairsOf(segments: readonly StoredSegment[], former: readonly StoredSegment[]): Pair[] {
  const pairs = new Map<string, Pair>();
  let first = 0;
  for (const segment of segments) {
    while (first < former.length && (former[first] as StoredSegment).end_ms <= segment.start_ms) first += 1;
    for (let at = first; at < former.length; at += 1) {
      const before = former[at] as StoredSegment;
      if (before.start_ms >= segment.end_ms) break;
      if (segment.speaker === undefined || before.speaker === undefined) continue;
      const key = JSON.stringify([segment.speaker, before.speaker]);
      const pair = pairs.get(key) ?? { label: segment.speaker, former: before.speaker, ms: 0 };
      pair.ms += Math.min(lengthMs(segment), lengthMs(before));
      pairs.set(key, pair);
    }
  }
  return [...pairs.values()].toSorted((one, other) => other.ms - one.ms);
}

/** A former label goes to the new voice that shares most of its speech, so that a name stays with its voice. */
function labelsFor(segments: readonly StoredSegment[], former: readonly StoredSegment[]) {
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  for (const pair of pairsOf(segments, former)) {
    if (labels.has(pair.label) || taken.has(pair.former)) continue;
    labels.set(pair.label, pair.former);
    taken.add(pair.former);
  }
  const used = new Set(former.map(({ speaker }) => speaker));
  let next = 0;
  for (const { speaker } of segments) {
    if (speaker === undefined || labels.has(speaker)) continue;
    while (used.has(labelOf(next))) next += 1;
    labels.set(speaker, labelOf(next));
    next += 1;
  }
  return labels;
}

/**
 * Gives the voices of another clustering the labels that they had before. The labels of segments that a person assigned
 * count as former ones and stay.
 */
export function keepLabels(
  segments: readonly StoredSegment[],
  former: readonly StoredSegment[],
): StoredSegment[] {
  if (former.every(({ speaker }) => speaker === undefined)) return [...segments];
  const found = segments.filter(({ assigned }) => assigned !== true);
  const labels = labelsFor(found, former);
  return segments.map((segment) => {
    const label = segment.speaker === undefined ? undefined : labels.get(segment.speaker);
    return segment.assigned === true || label === undefined ? segment : { ...segment, speaker: label };
  });
}
