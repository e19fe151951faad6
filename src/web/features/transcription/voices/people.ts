import type { StoredSegment } from '#domain/transcript/segment.ts';
import {
  isNonEmptySegment,
  isRealName,
  speakerName,
  speakerNumbers,
} from '#domain/transcript/transcript-text.ts';

/** A speaker of the recording. */
export type Person = Readonly<{
  speaker: string;
  name: string;
  /** A person has said the name. */
  isNamed: boolean;
  turns: number;
}>;

export function peopleOf(
  segments: readonly StoredSegment[],
  names: Readonly<Record<string, string>>,
): Person[] {
  const naming = { names, numbers: speakerNumbers(segments) };
  const turns = new Map<string, number>();
  let before: string | undefined;
  for (const { speaker } of segments) {
    if (speaker !== undefined && speaker !== before) turns.set(speaker, (turns.get(speaker) ?? 0) + 1);
    before = speaker;
  }
  return [...turns].map(([speaker, count]) => {
    const name = speakerName(speaker, naming);
    return { speaker, name, isNamed: isRealName(name), turns: count };
  });
}

/**
 * Keeps each person's place while the page is open. By appearance, a changed first turn would exchange the keys 1 and 2
 * while a person presses them.
 */
export function createPeopleOrder() {
  let known: readonly string[] = [];
  return (people: readonly Person[]): Person[] => {
    const placeOf = ({ speaker }: Person) => {
      const place = known.indexOf(speaker);
      return place === -1 ? known.length : place;
    };
    const ordered = people.toSorted((one, other) => placeOf(one) - placeOf(other));
    // Also those who are away: an undo may bring them back.
    known = [...new Set([...known, ...ordered.map(({ speaker }) => speaker)])];
    return ordered;
  };
}

const sampleMs = 10_000;
/** A pause within a turn is no gap. */
const pauseMs = 1_500;

/** Ten seconds of the longest stretch in which only this person speaks. */
export function sampleOf(
  segments: readonly StoredSegment[],
  speaker: string,
): readonly [number, number] | undefined {
  let longest: [number, number] | undefined;
  let stretch: [number, number] | undefined;
  for (const segment of segments) {
    if (!isNonEmptySegment(segment)) continue;
    const { start_ms, end_ms } = segment;
    if (segment.speaker !== speaker) stretch = undefined;
    else if (stretch !== undefined && start_ms - stretch[1] <= pauseMs) stretch[1] = end_ms;
    else stretch = [start_ms, end_ms];
    if (stretch !== undefined && stretch[1] - stretch[0] > (longest?.[1] ?? 0) - (longest?.[0] ?? 0))
      longest = stretch;
  }
  return longest === undefined ? undefined : [longest[0], Math.min(longest[1], longest[0] + sampleMs)];
}
