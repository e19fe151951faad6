import { z } from 'zod';
import { PlanUsageSchema } from './plan-usage.ts';
import { PlaybackSourcesSchema, SegmentSchema, TranscriptionSchema } from './transcription.ts';
import { ListedTranscriptionSchema, listedIsSandbox } from './transcription-list.ts';

/** Spec section 9. */
export const recentCount = 5;
export const excerptLength = 120;

/** As many running and failed transcriptions as the home screen shows. */
export const unfinishedCount = 5;

const { job_id, title, file_name, created_at, audio_duration } = TranscriptionSchema.shape;

/** The first two turns of the example, to read and play without a transcription. */
export const ExampleOpeningSchema = z.object({
  title: z.string(),
  duration_ms: z.number().min(0),
  turns: z.array(z.object({ speaker: z.string(), segments: z.array(SegmentSchema) })),
  waveform: PlaybackSourcesSchema.shape.waveform,
});
export type ExampleOpening = z.infer<typeof ExampleOpeningSchema>;

/** The home screen in one call. Months and days are in America/Sao_Paulo time. */
export const DashboardSchema = z.object({
  usage: PlanUsageSchema,
  plan_name: z.string(),
  used_minutes: z.number().min(0),
  renews_on: z.iso.date().describe('Primeiro dia do mês que vem'),
  completed_this_month: z.number().int().min(0),
  unfinished: z
    .array(ListedTranscriptionSchema.omit({ hit: true, is_example: true }))
    .describe('As que estão em andamento, na ordem da fila, e as que falharam no último dia'),
  running_count: z.number().int().min(0),
  recent: z.array(
    z.object({
      job_id,
      title,
      file_name,
      created_at,
      audio_duration,
      excerpt: z.string(),
      engine_is_sandbox: listedIsSandbox,
    }),
  ),
  has_any: z.boolean().describe('Se a pessoa já tem alguma transcrição'),
  example: ExampleOpeningSchema.nullable().describe(
    'O começo do exemplo, para quem ainda não tem uma transcrição própria',
  ),
});
export type Dashboard = z.infer<typeof DashboardSchema>;
