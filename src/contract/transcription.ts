import { z } from 'zod';
import { SegmentSchema } from './segments.ts';

export const transcriptionStatuses = ['pending', 'processing', 'completed', 'error', 'failed'] as const;
export type TranscriptionStatus = (typeof transcriptionStatuses)[number];

/** Why a transcription waits or ended without a text: `error` is the file's fault, `failed` is ours. */
export const transcriptionReasons = [
  'waiting_for_turn',
  'fetching_model',
  'engine_busy',
  'engine_away',
  'storage_away',
  'no_audio',
  'unreadable',
  'too_long',
  'nothing_heard',
  'engine_refused',
  'engine_unauthorized',
  'retries_spent',
  'out_of_room',
] as const;
export type TranscriptionReason = (typeof transcriptionReasons)[number];

/** Spec section 3's transcription job, as GET /transcribe/{id} gives it, and what the screens need besides. */
export const TranscriptionSchema = z.object({
  job_id: z.uuid(),
  status: z.enum(transcriptionStatuses),
  text: z.string().nullable(),
  audio_duration: z.number().describe('Em segundos'),
  file_name: z.string(),
  title: z.string().nullable(),
  created_at: z.iso.datetime(),
  summary: z.string().nullable(),
  customPrompt: z.string().nullable(),
  userPlan: z.string(),
  watermark: z.string().nullable(),
  reason: z.enum(transcriptionReasons).nullable(),
  reason_text: z.string().nullable().describe('Texto em português, pronto para a tela'),
  can_retry: z.boolean(),
  progress: z.object({
    percent: z.number().min(0).max(100),
    seconds_left: z.number().nullable(),
  }),
  language: z.string(),
  engine: z.string().nullable(),
  engine_is_sandbox: z.boolean(),
  has_video: z.boolean(),
  has_media: z.boolean(),
  segments: z.array(SegmentSchema),
  speaker_names: z.record(z.string(), z.string()),
  revision: z.number().int(),
});
export type Transcription = z.infer<typeof TranscriptionSchema>;
