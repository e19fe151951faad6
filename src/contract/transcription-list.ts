import { z } from 'zod';
import { typedText } from './text.ts';
import { ListedFieldsSchema, transcriptionStatuses } from './transcription.ts';

/** Spec section 9. */
export const listPageSize = 10;

/** `pending` includes processing; `failed` includes both statuses without a text. */
export const listStatuses = ['all', 'completed', 'pending', 'failed'] as const;
export const listSorts = ['created_at', 'audio_duration'] as const;
export const listOrders = ['desc', 'asc'] as const;

/** The query of the list screen and of the API call behind it. */
export const ListQuerySchema = z.object({
  q: typedText().max(200).default(''),
  status: z.enum(listStatuses).default('all'),
  sort: z.enum(listSorts).default('created_at'),
  order: z.enum(listOrders).default('desc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type ListQuery = z.infer<typeof ListQuerySchema>;

/** All other fields of the query are filters. */
export const nonFilterFields = ['q', 'sort', 'order', 'page'] as const;
export type ListFilters = Omit<ListQuery, (typeof nonFilterFields)[number]>;

/** During an update, a server of the previous release does not send it. */
export const listedIsSandbox = ListedFieldsSchema.shape.engine_is_sandbox.default(false);

/** A sentence with search matches; the marks are positions in `text`. */
export const SearchHitSchema = z.object({
  text: z.string(),
  marks: z.array(z.object({ start: z.number().int().min(0), end: z.number().int().min(0) })),
  start_ms: z.number().int().min(0).describe('Onde a frase começa na gravação'),
});
export type SearchHit = z.infer<typeof SearchHitSchema>;

/** GET /transcribe/{id}/found?q=: the words of the text that match `q`, without accents and in lower case. */
export const FoundQuerySchema = ListQuerySchema.pick({ q: true });
export const FoundWordsSchema = z.object({
  words: z.array(z.string()).describe('Sem acentos, em minúsculas'),
});

export const ListedTranscriptionSchema = ListedFieldsSchema.extend({
  engine_is_sandbox: listedIsSandbox,
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
/** For deleting and for restoring. */
export const TranscriptionIdsSchema = z.object({ ids });
export const ChangedCountSchema = z.object({ count: z.number().int().min(0) });

/** GET /transcriptions/names */
export const UsedNamesSchema = z.object({
  names: z.array(z.string()).describe('De quem fala nas próprias gravações, das mais novas às mais antigas'),
});

/** As much of the last sentence as fits in one line of a wide screen. */
export const lastSentenceLength = 140;

/** The `changed` event of GET /transcriptions/events: the new state of one of the user's transcriptions. */
export const ListChangeEventSchema = ListedFieldsSchema.omit({
  file_name: true,
  title: true,
  created_at: true,
}).extend({
  status: z.enum([...transcriptionStatuses, 'deleted']),
  engine_is_sandbox: listedIsSandbox,
  last_sentence: z
    .string()
    .nullable()
    // During an update, a server of the previous release does not send it.
    .default(null)
    .describe('O fim do que já foi ouvido, enquanto a transcrição está em andamento'),
});
/** POST /transcriptions/states: what the events would tell, for a client that may have missed some. */
export const ListStatesSchema = z.object({ states: z.array(ListChangeEventSchema) });
export type ListChange = z.infer<typeof ListChangeEventSchema>;
