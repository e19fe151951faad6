import type { StoredSegment } from '#domain/transcript/segment.ts';
import { type SpeakerNaming, speakerName } from '#domain/transcript/transcript-text.ts';
import { type FindOptions, findIn, type Match } from './find-text.ts';

/** The names above the turns, found at the first segment of each turn. They stand on the page like its text. */
export function findNames(
  segments: readonly StoredSegment[],
  naming: SpeakerNaming,
  options: FindOptions,
): Match[] {
  return segments.flatMap(({ id, speaker }, at) => {
    if (speaker === undefined || segments[at - 1]?.speaker === speaker) return [];
    const found = findIn({ id, text: speakerName(speaker, naming) }, options);
    return found.map((match) => ({ ...match, isName: true }));
  });
}

/** Both in the order of the page: a name stands above the text of its turn. */
export function inPageOrder(
  segments: readonly StoredSegment[],
  names: readonly Match[],
  texts: readonly Match[],
): Match[] {
  if (names.length === 0) return [...texts];
  const places = new Map(segments.map(({ id }, at) => [id, at]));
  const placeOf = ({ id }: Match) => places.get(id) ?? 0;
  // The sort is stable, so names stay before the text of the same segment.
  return [...names, ...texts].toSorted((one, other) => placeOf(one) - placeOf(other));
}
