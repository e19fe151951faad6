import { z } from 'zod';
import { type StoredSegment, segmentWarnings, type Word } from '#domain/transcript/segment.ts';
import { typedName } from './text.ts';

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
  assigned: z.boolean().optional().describe('Uma pessoa disse quem fala'),
  confidence,
  estimated: z.boolean().optional().describe('Os tempos das palavras são estimados'),
  warning: z.enum(segmentWarnings).optional(),
  words: z.array(WordSchema).optional(),
}) satisfies z.ZodType<StoredSegment>;

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
  'quota_spent',
  'cut_at_limit',
  'nothing_heard',
  'engine_refused',
  'engine_unauthorized',
  'retries_spent',
  'out_of_room',
  'never_room',
  'original_gone',
] as const;
export type TranscriptionReason = (typeof transcriptionReasons)[number];

/** A file of several that became one transcription. */
const PartSchema = z.object({
  position: z.number().int().min(1),
  file_name: z.string(),
  start_ms: timeMs.nullable().describe('Nulo até o arquivo ser decodificado'),
  duration_ms: timeMs.nullable(),
});

/** Of the search for voices. */
export const voicesStates = ['waiting', 'done', 'failed'] as const;
export type VoicesState = (typeof voicesStates)[number];

export const maxStatedVoices = 8;
const statedVoices = z
  .number()
  .int()
  .min(1, 'Escolha de 1 a 8 pessoas.')
  .max(maxStatedVoices, 'Escolha de 1 a 8 pessoas.')
  .nullable()
  .describe('Quantas pessoas falam; nulo se quem enviou não disse');

/** PUT /transcribe/{id}/voices */
export const VoicesSchema = z.object({ voices: statedVoices });

export type JoinedPart = z.infer<typeof PartSchema>;

/**
 * The fields of a transcription that its page, the list, home and the events of the list have alike. A new field gets a
 * default: during an upgrade, a page also reads answers of the previous release (docs/decisions/076).
 */
export const ListedFieldsSchema = z.object({
  job_id: z.uuid(),
  status: z.enum(transcriptionStatuses),
  audio_duration: z.number().describe('Em segundos'),
  file_name: z.string(),
  title: z.string().nullable(),
  created_at: z.iso.datetime(),
  reason_text: z.string().nullable().describe('Texto em português, pronto para a tela'),
  can_retry: z.boolean(),
  progress: z.object({
    percent: z
      .number()
      .min(0)
      .max(100)
      .describe('O quanto já foi ouvido; com status pending, o quanto já foi baixado do modelo de fala'),
    seconds_left: z.number().nullable(),
  }),
  engine_is_sandbox: z.boolean().describe('O texto é de teste, e não o que foi dito'),
});
export type ListedFields = z.infer<typeof ListedFieldsSchema>;

/** Spec section 3's transcription job as GET /transcribe/{id} returns it, plus fields for the screens. */
export const TranscriptionSchema = ListedFieldsSchema.extend({
  text: z.string().nullable(),
  summary: z.string().nullable(),
  customPrompt: z.string().nullable(),
  userPlan: z.string(),
  watermark: z.string().nullable(),
  reason: z.enum(transcriptionReasons).nullable(),
  language: z.string(),
  engine: z.string().nullable(),
  has_video: z.boolean(),
  has_media: z.boolean(),
  segments: z.array(SegmentSchema),
  speaker_names: z.record(z.string(), z.string()),
  revision: z.number().int(),
  voices: z
    .object({
      state: z.enum(voicesStates).nullable().describe('Nulo se as vozes não foram procuradas'),
      stated: statedVoices,
    })
    .describe('Quem fala: depois do texto, se a instalação separa vozes'),
  parts: z.array(PartSchema).describe('Os arquivos juntados, em ordem; vazio para um arquivo só'),
});
export type Transcription = z.infer<typeof TranscriptionSchema>;

const title = typedName().max(200, 'Use no máximo 200 caracteres no título.').optional();
/** A two-letter code, or auto. */
const language = z
  .string()
  .regex(/^(auto|[a-z]{2,3})$/, 'Idioma desconhecido.')
  .default('pt');

/** A form sends text. */
const voices = z
  .preprocess(
    (given) => (typeof given === 'string' ? (given === '' ? null : Number(given)) : given),
    statedVoices,
  )
  .optional();

/** For an upload finished over tus; the multipart form has the same fields and the file. */
export const TranscribeUploadSchema = z.object({ uploadId: z.uuid(), title, language, voices });
/** As many as a user may hold as unfinished uploads. */
export const maxJoinedFiles = 50;

/** Several finished uploads become one transcription, in this order. */
export const TranscribeJoinedSchema = z.object({
  uploadIds: z
    .array(z.uuid())
    .min(2, 'Escolha pelo menos dois arquivos para juntar.')
    .max(maxJoinedFiles, `Junte no máximo ${maxJoinedFiles} arquivos de uma vez.`)
    .refine(
      (ids) => new Set(ids).size === ids.length,
      'O mesmo envio aparece mais de uma vez. Junte cada um uma só vez.',
    ),
  title,
  language,
  voices,
});

export const TranscribeFormSchema = z.object({ title, language, voices });

export const AcceptedSchema = z.object({ jobId: z.uuid() });

/** Spec section 7's PUT. It cannot change values that the server has determined. */
export const TranscriptionChangeSchema = z.object({
  status: z.enum(transcriptionStatuses).optional(),
  text: z
    .string()
    .max(5_000_000)
    .overwrite((text) => text.replaceAll('\0', '').toWellFormed())
    .optional(),
  audio_duration: z.number().min(0).optional(),
  title: typedName().max(200).nullable().optional(),
});
export type TranscriptionChange = z.input<typeof TranscriptionChangeSchema>;

/** The text of each reason for the screens. */
export const reasonTexts = {
  waiting_for_turn: 'Na fila: começa assim que houver vez.',
  fetching_model: 'Baixando o modelo de fala. Sua transcrição começa em seguida.',
  engine_busy: 'O motor de transcrição pediu para esperar. Continuamos de onde parou.',
  engine_away: 'O motor de transcrição não respondeu. Tentamos de novo sozinhos.',
  storage_away: 'O armazenamento não respondeu. Tentamos de novo sozinhos.',
  no_audio: 'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  unreadable: 'Não conseguimos ler este arquivo: ele parece incompleto ou danificado. Envie outra cópia.',
  too_long: 'O arquivo é mais longo do que dizia e passa do limite.',
  quota_spent:
    'O arquivo é mais longo do que dizia, e suas horas deste mês não bastam. Nada foi descontado; tente de novo quando houver horas.',
  cut_at_limit:
    'O arquivo é mais longo do que dizia e passa do que seu plano permite. O texto para onde paramos, e só esse trecho foi descontado.',
  nothing_heard: 'Ouvimos o arquivo inteiro e não encontramos fala.',
  engine_refused: 'O motor de transcrição recusou este arquivo. Nada foi descontado; tente de novo.',
  engine_unauthorized: 'O motor de transcrição recusou nosso acesso. Já fomos avisados.',
  retries_spent: 'Tentamos várias vezes e não deu certo. Nada foi descontado; tente de novo.',
  out_of_room: 'O servidor está sem espaço. Já fomos avisados; continuamos assim que houver.',
  never_room:
    'Em 24 horas não houve espaço no servidor para este arquivo. Já fomos avisados. Nada foi descontado; tente de novo mais tarde.',
  original_gone:
    'A gravação não está mais no nosso armazenamento. Nada foi descontado; envie o arquivo de novo.',
} as const satisfies Record<TranscriptionReason, string>;

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000).toLocaleString('pt-BR');

/** The text of `fetching_model` with its figures. */
export const fetchingModelText = (doneBytes: number, totalBytes: number) =>
  `Baixando o modelo de fala: ${megabytes(doneBytes)} de ${megabytes(totalBytes)} MB. Sua transcrição começa em seguida.`;

/** The text of `fetching_model` until the first byte arrives, because the server may not answer. */
export const awaitingModelText = 'Esperando o modelo de fala. Sua transcrição começa quando ele chegar.';

const { status, reason, reason_text, engine_is_sandbox } = TranscriptionSchema.shape;

/** The events of GET /transcribe/{id}/events, by name. */
export const ProgressEventSchema = z.object({
  status,
  percent: z.number().min(0).max(100),
  seconds_left: z.number().nullable(),
  reason,
  reason_text,
  // During an update, a server of the previous release does not send it.
  engine_is_sandbox: engine_is_sandbox.default(false),
});

/** Segments that were not sent before, numbered from the recording's start. */
export const SegmentsEventSchema = z.object({ segments: z.array(SegmentSchema) });

/** The last event: GET /transcribe/{id} returns the finished text. */
export const DoneEventSchema = z.object({ status });

export type TranscriptionEvent =
  | { event: 'progress'; data: z.infer<typeof ProgressEventSchema> }
  | { event: 'segments'; data: z.infer<typeof SegmentsEventSchema> }
  | { event: 'done'; data: z.infer<typeof DoneEventSchema> };

/** A temporary address that needs no token, because a player cannot send one. */
const source = z.object({ url: z.string(), type: z.string() });

/** GET /transcribe/{id}/originals: the files of a joined recording. */
export const OriginalsSchema = z.object({
  originals: z.array(
    z.object({
      position: z.number().int().min(1),
      file_name: z.string(),
      url: z.string().describe('Um endereço que vale uma hora e baixa o arquivo como foi enviado'),
    }),
  ),
  expires_at: z.iso.datetime(),
});
export type Originals = z.infer<typeof OriginalsSchema>;

/** GET /transcribe/{id}/listening: the data of a player. */
export const PlaybackSourcesSchema = z.object({
  audio: source,
  video: source.nullable().describe('O original, quando é um vídeo que o navegador toca'),
  expires_at: z.iso.datetime(),
  waveform: z.object({
    per_second: z.number().int().min(1),
    peaks: z
      .string()
      .describe('Um byte por valor, em base64: a raiz da maior oscilação, 255 na escala cheia'),
  }),
});
export type PlaybackSources = z.infer<typeof PlaybackSourcesSchema>;
