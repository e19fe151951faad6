import type { StoredSegment } from './segments.ts';

/** A pause after which a reader expects a new paragraph. */
const paragraphPauseMs = 2_000;

type Said = Pick<StoredSegment, 'start_ms' | 'end_ms' | 'text' | 'speaker'>;

/** One that was emptied is kept for an undo, and is nowhere read. */
export const isRead = ({ text }: Pick<Said, 'text'>) => text.trim() !== '';

/** The text as it is read: segments in a row, a paragraph where somebody else speaks or a silence lies between. */
export function textOf(segments: readonly Said[]): string {
  let text = '';
  let before: Said | undefined;
  // Speech that was emptied is no silence.
  let lastEndMs = segments[0]?.start_ms ?? 0;
  for (const segment of segments) {
    const pauseMs = segment.start_ms - lastEndMs;
    lastEndMs = segment.end_ms;
    if (!isRead(segment)) continue;
    const apart = pauseMs > paragraphPauseMs || segment.speaker !== before?.speaker;
    text += `${before === undefined ? '' : apart ? '\n\n' : ' '}${segment.text}`;
    before = segment;
  }
  return text;
}
