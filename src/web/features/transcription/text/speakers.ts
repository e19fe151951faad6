import type { StoredSegment } from '#domain/transcript/segment.ts';
import { type SpeakerNaming, speakerName } from '#domain/transcript/transcript-text.ts';

export type SpeakerLine = Readonly<{ speaker: string; name: string }>;

/** Who begins to speak at a segment; undefined where the same voice goes on. */
export function speakerAt(
  segments: readonly StoredSegment[],
  index: number,
  naming: SpeakerNaming,
): SpeakerLine | undefined {
  const speaker = segments[index]?.speaker;
  if (speaker === undefined || speaker === segments[index - 1]?.speaker) return undefined;
  return { speaker, name: speakerName(speaker, naming) };
}
