import { z } from 'zod';

const seconds = z.number().min(0).describe('Em segundos, com milésimos');

/** GET /transcribe/{id}/json: a transcript for programs. A field may be added; none changes its meaning in a version. */
export const TranscriptExportSchema = z.object({
  version: z.literal(1),
  title: z.string(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
  duration: seconds,
  language: z.string().describe('Código do idioma, como pt'),
  text: z.string(),
  segments: z.array(
    z.object({
      start: seconds,
      end: seconds,
      text: z.string(),
      speaker: z.string().optional().describe('O nome de quem fala, onde há mais de uma voz'),
      words: z
        .array(
          z.object({
            start: seconds,
            end: seconds,
            text: z.string(),
            confidence: z.number().min(0).max(1).optional(),
          }),
        )
        .optional(),
    }),
  ),
});
export type TranscriptExport = z.infer<typeof TranscriptExportSchema>;

/** GET /transcribe/{id}/txt */
export const TextExportQuerySchema = z.object({
  times: z.enum(['0', '1']).default('0').describe('1: cada parágrafo com o seu tempo'),
});

export const exportFormats = ['srt', 'vtt', 'txt', 'pdf', 'docx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
