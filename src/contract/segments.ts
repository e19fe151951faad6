import { z } from 'zod';

/** What is doubtful about a segment; a screen says it beside the text. */
export const segmentWarnings = ['loop', 'too_fast', 'invented'] as const;
export type SegmentWarning = (typeof segmentWarnings)[number];

export const WordSchema = z.object({
  start_ms: z.number().int().min(0),
  end_ms: z.number().int().min(0),
  text: z.string(),
  confidence: z.number().min(0).max(1).optional(),
});

/** One stretch of speech with its place on the recording's clock. */
export const SegmentSchema = z.object({
  id: z.number().int().min(0),
  start_ms: z.number().int().min(0),
  end_ms: z.number().int().min(0),
  text: z.string(),
  speaker: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  warning: z.enum(segmentWarnings).optional(),
  words: z.array(WordSchema).optional(),
});

/** As it is kept and as it goes over the wire. */
export type StoredSegment = z.infer<typeof SegmentSchema>;
