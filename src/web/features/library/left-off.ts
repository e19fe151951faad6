import { formatTimestamp } from '#domain/format/timestamp.ts';
import { readPlaybackPosition } from '#web/features/transcription/transcription-storage.ts';

/** "parou em 12:40", for a recording that this browser has played in part. */
export function leftOffText(jobId: string): string | undefined {
  const ms = readPlaybackPosition(jobId);
  return ms === 0 ? undefined : `parou em ${formatTimestamp(ms)}`;
}
