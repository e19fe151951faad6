import type { StoredSegment } from './segment.ts';
import { isNonEmptySegment } from './transcript-text.ts';

/** A pause within a turn is no gap. */
const pauseMs = 1_500;

export type Span = { startMs: number; endMs: number };

/** The stretches of each voice, in which a pause does not end a turn. */
export function spansOfVoices(segments: readonly StoredSegment[]): Map<string, Span[]> {
  const voices = new Map<string, Span[]>();
  let before: string | undefined;
  for (const segment of segments) {
    const { speaker, start_ms: startMs, end_ms: endMs } = segment;
    if (speaker === undefined || !isNonEmptySegment(segment)) continue;
    const spans = voices.get(speaker) ?? [];
    voices.set(speaker, spans);
    const last = spans.at(-1);
    if (last !== undefined && before === speaker && startMs - last.endMs <= pauseMs)
      last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
    before = speaker;
  }
  return voices;
}
