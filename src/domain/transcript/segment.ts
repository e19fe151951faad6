/** Why a segment is doubtful; the transcript page shows it beside the text. */
export const segmentWarnings = ['loop', 'too_fast', 'invented', 'other_language'] as const;
export type SegmentWarning = (typeof segmentWarnings)[number];

export type Word = { start_ms: number; end_ms: number; text: string; confidence?: number | undefined };

/** A stretch of speech with its times in the recording, as the database stores it and the API sends it. */
export type StoredSegment = {
  id: number;
  start_ms: number;
  end_ms: number;
  text: string;
  speaker?: string | undefined;
  /** A person chose the speaker, so no search for voices changes it. */
  assigned?: boolean | undefined;
  confidence?: number | undefined;
  /** The engine returned no times: those of the words follow from the voice. */
  estimated?: boolean | undefined;
  warning?: SegmentWarning | undefined;
  words?: Word[] | undefined;
};
