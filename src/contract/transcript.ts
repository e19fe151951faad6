import { z } from 'zod';
import { typedName } from './text.ts';

export const maxSegmentTextLength = 20_000;

export const segmentText = z
  .string()
  .max(maxSegmentTextLength)
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed());

/**
 * PATCH /transcribe/{id}/text. A segment keeps its times; its word times are computed from the new text. An emptied
 * segment stays for undo, but screens and exports leave it out.
 */
export const TextEditSchema = z.object({
  revision: z.number().int().min(1).describe('A que a tela mostrava'),
  changes: z
    .array(
      z.object({
        id: z.number().int().min(0),
        text: segmentText.optional(),
        speaker: z.string().max(40).nullable().optional().describe('Quem fala; null: o texto não diz'),
        assigned: z
          .boolean()
          .optional()
          .describe('Com speaker. false desfaz a escolha de uma pessoa, e a máquina pode mudar quem fala'),
      }),
    )
    .max(5_000),
  speaker_names: z.record(z.string().max(40), typedName().max(80)).optional(),
});
export type TextEdit = z.infer<typeof TextEditSchema>;

export const TextEditedSchema = z.object({ revision: z.number().int().min(1) });

const seconds = z.number().min(0).describe('Em segundos, com milésimos');

/** GET /transcribe/{id}/json: a transcript for programs. Within a version fields may be added, never redefined. */
export const TranscriptExportSchema = z.object({
  version: z.literal(1),
  notice: z.string().optional().describe('Só num texto de teste: diz que não é o que foi dito'),
  title: z.string(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
  duration: seconds,
  language: z.string().describe('Código do idioma, como pt'),
  review: z
    .object({
      by: z.string().describe('O nome de quem revisou'),
      at: z.iso.datetime().describe('A última confirmação que ainda vale'),
      share: z.number().min(0).max(1).describe('Do tempo falado'),
    })
    .optional()
    .describe('Só com review=1, e se algum trecho foi conferido'),
  text: z.string(),
  segments: z.array(
    z.object({
      start: seconds,
      end: seconds,
      text: z.string(),
      speaker: z.string().optional().describe('O nome de quem fala, onde há mais de uma voz'),
      estimated: z.literal(true).optional().describe('Os tempos das palavras são estimados'),
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

/** GET /transcribe/{id}/{format} */
export const ExportQuerySchema = z.object({
  times: z.enum(['0', '1']).default('0').describe('1: cada parágrafo com o seu tempo (só em TXT)'),
  review: z
    .enum(['0', '1'])
    .default('0')
    .describe('1: uma linha diz quem revisou e quanto (TXT, PDF, DOCX e JSON)'),
});

export const exportFormats = ['srt', 'vtt', 'txt', 'pdf', 'docx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
