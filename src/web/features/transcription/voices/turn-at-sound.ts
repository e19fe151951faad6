import type { StoredSegment } from '#domain/transcript/segment.ts';

/** The run of segments around a place in which a test holds for each neighbour. */
function runAround(
  segments: readonly StoredSegment[],
  at: number,
  isSame: (one: StoredSegment, other: StoredSegment) => boolean,
): readonly [number, number] {
  const holds = (index: number) => {
    const [one, other] = [segments[at], segments[index]];
    return one !== undefined && other !== undefined && isSame(one, other);
  };
  let [first, last] = [at, at];
  while (holds(last + 1)) last += 1;
  while (holds(first - 1)) first -= 1;
  return [first, last];
}

const idsOf = (segments: readonly StoredSegment[], first: number, last: number) =>
  segments.slice(first, last + 1).map(({ id }) => id);

/** The segments of the turn at a place. */
export function turnOf(segments: readonly StoredSegment[], at: number): number[] {
  const [first, last] = runAround(segments, at, (one, other) => one.speaker === other.speaker);
  return idsOf(segments, first, last);
}

export type SoundTurn = Readonly<{ ids: readonly number[]; isWhole: boolean }>;

/**
 * The segments that a key assigns while the sound plays. A turn that the machine has found is assigned as a whole. A text
 * that a person divides while listening has no turns yet: there the key says who speaks from this sentence on. The first
 * key of a text without voices is for all of it.
 */
export function turnAtSound(segments: readonly StoredSegment[], playing: number): SoundTurn {
  const segment = segments[playing];
  if (segment === undefined) return { ids: [], isWhole: false };
  const [first, last] = runAround(
    segments,
    playing,
    (one, other) => one.speaker === other.speaker && one.assigned === other.assigned,
  );
  const hasVoices = segments.some(({ speaker }) => speaker !== undefined);
  const isWhole = hasVoices && segment.speaker !== undefined && segment.assigned !== true;
  return { ids: idsOf(segments, isWhole || !hasVoices ? first : playing, last), isWhole };
}
