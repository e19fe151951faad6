import { z } from 'zod';
import { type StoredSegment, segmentWarnings, type Word } from '#domain/transcript/segment.ts';

const timeMs = z.number().int().min(0);
const confidence = z.number().min(0).max(1).optional();

export const WordSchema = z.object({
  start_ms: timeMs,
  end_ms: timeMs,
  text: z.string(),
  confidence,
}) satisfies z.ZodType<Word>;

export const SegmentSchema = z.object({
  id: z.number().int().min(0),
  start_ms: timeMs,
  end_ms: timeMs,
  text: z.string(),
  speaker: z.string().optional(),
  confidence,
  warning: z.enum(segmentWarnings).optional(),
  words: z.array(WordSchema).optional(),
}) satisfies z.ZodType<StoredSegment>;
