import type { StoredSegment } from './segment.ts';

type Stored = Readonly<{
  segments: StoredSegment[];
  text: string | null;
  audio_duration: number;
  status: string;
}>;

/** An imported text has no segments, so it becomes one segment without times. */
export function readableSegments(stored: Stored): { segments: StoredSegment[]; hasTimes: boolean } {
  const { segments, text, audio_duration, status } = stored;
  if (segments.length > 0 || status !== 'completed') return { segments, hasTimes: true };
  const whole = { id: 0, start_ms: 0, end_ms: Math.round(audio_duration * 1_000), text: text ?? '' };
  return { segments: [whole], hasTimes: false };
}
