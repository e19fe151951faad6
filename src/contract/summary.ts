import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { typedName, typedText } from './text.ts';

export const minPromptLength = 10;
export const maxPromptLength = 4_000;

export const promptSchema = typedText('Escreva o prompt.')
  .min(minPromptLength, `Escreva ao menos ${minPromptLength} caracteres no prompt.`)
  .max(maxPromptLength, 'Use no máximo 4.000 caracteres no prompt.');

/** POST /summary/generate. The server ignores the sent text and summarizes its stored one, with the owner's edits. */
export const GenerateSummarySchema = z.object({
  transcriptedText: z.string().nullish(),
  jobId: z.uuid('Diga em jobId qual é a transcrição.'),
  customPrompt: promptSchema,
});

const ms = z.int().min(0);
const stretch = z.object({ from_ms: ms, to_ms: ms });

export const MomentSchema = z.object({
  ref: z.string(),
  segment_id: z.int(),
  start_ms: ms,
  is_verified: z.boolean(),
});

export const SummarySchema = z.object({
  id: z.uuid(),
  prompt: z.string(),
  text: z
    .string()
    .describe(
      'Markdown; cada momento citado e conferido é um link [0:42](#t=42.3), e cada frase que nenhum trecho citado comprova termina com [sem trecho que comprove](#sem-trecho)',
    ),
  model: z.string(),
  is_sandbox: z.boolean(),
  created_at: z.iso.datetime(),
  seconds: z.number().min(0),
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  covers: stretch.extend({ duration_ms: ms, missing: z.array(stretch) }),
  moments: z.array(MomentSchema),
  text_changed: z.boolean().describe('O texto da transcrição mudou depois deste resumo'),
});
export type Summary = z.infer<typeof SummarySchema>;

export const SummaryProgressSchema = z.object({
  done_parts: z.int().min(0),
  total_parts: z.int().min(0),
  part_percent: z.int().min(0).max(100).describe('Quanto o modelo já leu da parte seguinte, se ele diz'),
  stage: z
    .enum(['reading', 'writing', 'waiting'])
    .describe('waiting: o modelo está ocupado, e será chamado de novo'),
});
export type SummaryProgress = z.infer<typeof SummaryProgressSchema>;

export const RunningSummarySchema = z.object({
  prompt: z.string(),
  progress: SummaryProgressSchema.nullable(),
});

/** GET /transcribe/{id}/summaries: the newest first. */
export const SummaryListSchema = z.object({
  summaries: z.array(SummarySchema),
  running: RunningSummarySchema.nullable(),
  labels: z.object({ is_sandbox: z.boolean(), model: z.string().nullable() }),
});
export type SummaryList = z.infer<typeof SummaryListSchema>;

/** The events of POST /summary/generate and of GET /transcribe/{id}/summary/events, by name. */
export const summaryEventSchemas = {
  snapshot: z.object({ text: z.string(), progress: SummaryProgressSchema.nullable() }),
  progress: SummaryProgressSchema,
  text: z.object({ delta: z.string() }),
  finished: z.object({ summary: SummarySchema }),
  failed: z.object({ error: z.string(), code: z.enum(errorCodes) }),
};

/** POST /prompts */
export const SavedPromptInputSchema = z.object({
  name: typedName().min(1, 'Dê um nome ao prompt.').max(80, 'Use no máximo 80 caracteres no nome.'),
  prompt: promptSchema,
});

export const SavedPromptSchema = z.object({ id: z.uuid(), name: z.string(), prompt: z.string() });
export type SavedPrompt = z.infer<typeof SavedPromptSchema>;

/** GET /prompts: the user's own prompts, oldest first. */
export const SavedPromptListSchema = z.array(SavedPromptSchema);
