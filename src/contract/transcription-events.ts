import { z } from 'zod';
import { SegmentSchema } from './segments.ts';
import { TranscriptionSchema } from './transcription.ts';

const { status, reason, reason_text } = TranscriptionSchema.shape;

/** What GET /transcribe/{id}/events sends, each under the name of its event. */
export const ProgressEventSchema = z.object({
  status,
  percent: z.number().min(0).max(100),
  seconds_left: z.number().nullable(),
  reason,
  reason_text,
});

/** Those that were not sent before, numbered through from the recording's first. */
export const SegmentsEventSchema = z.object({ segments: z.array(SegmentSchema) });

/** Nothing more will come: the finished text is at GET /transcribe/{id}. */
export const DoneEventSchema = z.object({ status });

export type TranscriptionEvent =
  | { event: 'progress'; data: z.infer<typeof ProgressEventSchema> }
  | { event: 'segments'; data: z.infer<typeof SegmentsEventSchema> }
  | { event: 'done'; data: z.infer<typeof DoneEventSchema> };
