import { z } from 'zod';
import { PlanUsageSchema } from './plan-usage.ts';
import { TranscriptionSchema } from './transcription.ts';
import { ListedTranscriptionSchema } from './transcription-list.ts';

/** Spec section 9. */
export const recentCount = 5;
export const excerptLength = 120;

/** As many running and failed transcriptions as the home screen shows. */
export const unfinishedCount = 5;

const { job_id, title, file_name, created_at, audio_duration } = TranscriptionSchema.shape;

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
  recent: z.array(z.object({ job_id, title, file_name, created_at, audio_duration, excerpt: z.string() })),
  has_any: z.boolean().describe('Se a pessoa já tem alguma transcrição'),
});
export type Dashboard = z.infer<typeof DashboardSchema>;
