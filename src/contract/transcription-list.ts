import { z } from 'zod';
import { typedText } from './text.ts';
import { TranscriptionSchema, transcriptionStatuses } from './transcription.ts';

/** Spec section 9. */
export const listPageSize = 10;

/** `pending` is what is under way; `failed` is what ended without a text, by either of its statuses. */
export const listStatuses = ['all', 'completed', 'pending', 'failed'] as const;
export const listSorts = ['created_at', 'audio_duration'] as const;
export const listOrders = ['desc', 'asc'] as const;

/** The query of the list screen's address and of the call behind it.  */
export const ListQuerySchema = z.object({
  q: typedText().max(200).default(''),
  status: z.enum(listStatuses).default('all'),
  sort: z.enum(listSorts).default('created_at'),
  order: z.enum(listOrders).default('desc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type ListQuery = z.infer<typeof ListQuerySchema>;

const { job_id, status, file_name, title, created_at, audio_duration, reason_text, can_retry, progress } =
  TranscriptionSchema.shape;

/** A word that was looked for, in its sentence; the marks are places in `text`. */
export const SearchHitSchema = z.object({
  text: z.string(),
  marks: z.array(z.object({ start: z.number().int().min(0), end: z.number().int().min(0) })),
  start_ms: z.number().int().min(0).describe('Onde a frase começa na gravação'),
});
export type SearchHit = z.infer<typeof SearchHitSchema>;

/** GET /transcribe/{id}/found?q=: which words of its text a search for `q` answers to, folded as the search folds. */
export const FoundQuerySchema = ListQuerySchema.pick({ q: true });
export const FoundWordsSchema = z.object({
  words: z.array(z.string()).describe('Sem acentos, em minúsculas'),
});

export const ListedTranscriptionSchema = z.object({
  job_id,
  status,
  file_name,
  title,
  created_at,
  audio_duration,
  reason_text,
  can_retry,
  progress,
  is_example: z.boolean(),
  hit: SearchHitSchema.nullable(),
});
export type ListedTranscription = z.infer<typeof ListedTranscriptionSchema>;

export const TranscriptionPageSchema = z.object({
  items: z.array(ListedTranscriptionSchema),
  page: z.number().int().min(1),
  pages: z.number().int().min(1),
  total: z.number().int().min(0),
  has_any: z.boolean().describe('Se a pessoa tem alguma transcrição, mesmo que o filtro não mostre nenhuma'),
});
export type TranscriptionPage = z.infer<typeof TranscriptionPageSchema>;

export const maxDeletedAtOnce = 100;
const ids = z.array(z.uuid()).min(1).max(maxDeletedAtOnce);
/** For deleting, and for taking it back. */
export const TranscriptionIdsSchema = z.object({ ids });
export const ChangedCountSchema = z.object({ count: z.number().int().min(0) });

/** What GET /transcriptions/events sends under `changed`: one of one's own is at another state than it was. */
export const ListChangeEventSchema = z.object({
  job_id,
  status: z.enum([...transcriptionStatuses, 'deleted']),
  progress,
  reason_text,
  can_retry,
  audio_duration,
});
export type ListChange = z.infer<typeof ListChangeEventSchema>;
