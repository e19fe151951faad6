import type { StoredSegment } from '#domain/transcript/segment.ts';
import { isRealName, namingIn, speakerName } from '#domain/transcript/transcript-text.ts';
import { type Span, spansOfVoices } from '#domain/transcript/voice-spans.ts';

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
  const naming = namingIn(segments, names);
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
      const index = known.indexOf(speaker);
      return index === -1 ? known.length : index;
    };
    const ordered = people.toSorted((one, other) => placeOf(one) - placeOf(other));
    // Also those who are away: an undo may bring them back.
    known = [...new Set([...known, ...ordered.map(({ speaker }) => speaker)])];
    return ordered;
  };
}

const sampleMs = 10_000;

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** Ten seconds of the longest stretch in which this person speaks. */
export function sampleOf(
  segments: readonly StoredSegment[],
  speaker: string,
): readonly [number, number] | undefined {
  const spans = spansOfVoices(segments).get(speaker) ?? [];
  const [longest] = spans.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (longest === undefined) return undefined;
  return [longest.startMs, Math.min(longest.endMs, longest.startMs + sampleMs)];
}
