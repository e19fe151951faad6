import type { StoredSegment } from '#contract/segments.ts';

/** A pause after which a reader expects a new paragraph. */
const paragraphPauseMs = 2_000;

/** The text as it is read: segments in a row, a paragraph where somebody else speaks or a silence lies between. */
export function textOf(segments: readonly StoredSegment[]): string {
  let text = '';
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    const apart =
      before !== undefined &&
      (segment.start_ms - before.end_ms > paragraphPauseMs || segment.speaker !== before.speaker);
    text += `${index === 0 ? '' : apart ? '\n\n' : ' '}${segment.text}`;
  }
  return text;
}
