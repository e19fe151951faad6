import { and, eq, type SQL, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { checkedPassages, passageHash } from '#server/adapters/db/schema/checks.ts';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import { savedPrompts, transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import {
  transcriptionParts,
  transcriptions,
  transcripts,
} from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import { type ExportPart, paginateByKey } from './export-part.ts';

type ExportedPart = { file_name: string; start_ms: number | null };

/** The files that became this transcription, if they are several. */
const parts: SQL<ExportedPart[]> = sql`(
  select coalesce(json_agg(json_build_object('file_name', p.file_name, 'start_ms', p.start_ms) order by p.position), '[]')
  from ${transcriptionParts} p where p.transcription_id = ${transcriptions.id})`;

type Checks = { checked: number; total: number };

/** How many passages with a text the owner has confirmed. */
const checks: SQL<Checks> = sql`(
  select json_build_object('checked', count(kept.segment_id), 'total', count(*))
  from jsonb_array_elements(${transcripts.segments}) as each(passage)
  left join ${checkedPassages} kept on kept.transcription_id = ${transcripts.transcriptionId}
    and kept.segment_id = (passage->>'id')::integer
    and kept.text_hash = ${passageHash(sql`passage->>'text'`)}
  where passage->>'text' ~ '\\S')`;

/** The words that the owner's corrections added to the dictionary. */
const ownWords: SQL<string[]> = sql`array(
  select distinct word from ${correctedWords} kept, unnest(kept.words) as each(word)
  where kept.transcription_id = ${transcripts.transcriptionId} order by word)`;

const checkedText = ({ checked, total }: Checks) => (checked === 0 ? undefined : `${checked} de ${total}`);

/** The transcript of hours of speech, with its segments, takes megabytes. */
const rowsAtOnce = 1;
const statuses = {
  pending: 'na fila',
  processing: 'em andamento',
  completed: 'concluída',
  error: 'o arquivo não pôde ser transcrito',
  failed: 'falhou',
};

export const transcriptionsPart: ExportPart = {
  fileName: 'transcricoes',
  title: 'Transcrições',
  labels: {
    title: 'Título',
    file_name: 'Arquivo',
    created_at: 'Enviado em',
    status_text: 'Situação',
    minutes: 'Duração em minutos',
    checked_text: 'Trechos conferidos',
    own_words: 'Palavras escritas nas correções',
    text: 'Texto',
  },
  async *read({ db }, { userId }) {
    const rows = paginateByKey(
      transcriptions,
      (query) =>
        db
          .select({
            id: transcriptions.id,
            cursor: query.cursor,
            title: transcriptions.title,
            file_name: transcriptions.fileName,
            parts,
            status: transcriptions.status,
            duration_ms: transcriptions.durationMs,
            language: transcriptions.language,
            engine: transcriptions.engine,
            created_at: transcriptions.createdAt,
            completed_at: transcriptions.completedAt,
            checks,
            own_words: ownWords,
            text: transcripts.text,
            segments: transcripts.segments,
            speaker_names: transcripts.speakerNames,
          })
          .from(transcriptions)
          .leftJoin(transcripts, eq(transcripts.transcriptionId, transcriptions.id))
          .where(and(eq(transcriptions.userId, userId), eq(transcriptions.isDeleted, false), query.after))
          .orderBy(query.order)
          .limit(query.rows),
      rowsAtOnce,
    );
    for await (const { engine, checks: counted, own_words: written, ...row } of rows) {
      const isTest = row.text !== null && isSandboxEngine(engine);
      const status = statuses[row.status];
      yield {
        ...row,
        is_test_text: isTest,
        status_text: isTest ? `${status}. ${testTextNote}` : status,
        minutes: row.duration_ms / minuteMs,
        checked_text: checkedText(counted),
        own_words: written.length === 0 ? undefined : written,
      };
    }
  },
};

/** Includes every version, also those that the screen no longer lists. */
export const summariesPart: ExportPart = {
  fileName: 'resumos',
  title: 'Resumos',
  labels: {
    file_name: 'Arquivo',
    created_at: 'Gerado em',
    source: 'Feito de',
    model: 'Modelo',
    prompt: 'Prompt',
    text: 'Resumo',
  },
  async *read({ db }, { userId }) {
    const rows = paginateByKey(transcriptionSummaries, (query) =>
      db
        .select({
          id: transcriptionSummaries.id,
          cursor: query.cursor,
          transcription_id: transcriptionSummaries.transcriptionId,
          file_name: transcriptions.fileName,
          engine: transcriptions.engine,
          prompt: transcriptionSummaries.prompt,
          text: transcriptionSummaries.text,
          model: transcriptionSummaries.model,
          covers: transcriptionSummaries.covers,
          moments: transcriptionSummaries.moments,
          input_tokens: transcriptionSummaries.inputTokens,
          output_tokens: transcriptionSummaries.outputTokens,
          created_at: transcriptionSummaries.createdAt,
        })
        .from(transcriptionSummaries)
        .innerJoin(transcriptions, eq(transcriptions.id, transcriptionSummaries.transcriptionId))
        .where(
          and(
            eq(transcriptionSummaries.userId, userId),
            eq(transcriptionSummaries.status, 'done'),
            eq(transcriptions.isDeleted, false),
            query.after,
          ),
        )
        .orderBy(query.order)
        .limit(query.rows),
    );
    for await (const { engine, ...row } of rows)
      yield { ...row, source: isSandboxEngine(engine) ? testTextNote : 'transcrição' };
  },
};

export const promptsPart: ExportPart = {
  fileName: 'prompts',
  title: 'Prompts guardados',
  labels: { name: 'Nome', created_at: 'Guardado em', prompt: 'Prompt' },
  async *read({ db }, { userId }) {
    yield* paginateByKey(savedPrompts, (query) =>
      db
        .select({
          id: savedPrompts.id,
          cursor: query.cursor,
          name: savedPrompts.name,
          prompt: savedPrompts.prompt,
          created_at: savedPrompts.createdAt,
        })
        .from(savedPrompts)
        .where(and(eq(savedPrompts.userId, userId), query.after))
        .orderBy(query.order)
        .limit(query.rows),
    );
  },
};
