import type { StoredSegment } from '#domain/transcript/segment.ts';

export const withoutSpeakers = (segments: readonly StoredSegment[]): StoredSegment[] =>
  segments.map(({ speaker: _, ...segment }) => segment);

/**
 * An engine labels the speakers of one request. In the next request "A" may be another person, so labels count only
 * if one request held the whole recording.
 */
export function withHonestSpeakers(
  segments: readonly StoredSegment[],
  chunks: readonly { isSilent: boolean }[],
): StoredSegment[] {
  const requests = chunks.filter(({ isSilent }) => !isSilent).length;
  return requests > 1 ? withoutSpeakers(segments) : [...segments];
}
