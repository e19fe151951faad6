import { and, eq } from 'drizzle-orm';
import { savedPrompts, transcriptionSummaries } from '../../../adapters/db/schema/summaries.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { ExportPart } from './export-part.ts';
import { oldestFirst } from './oldest-first.ts';

/** Every version that was made, also those that the screen no longer lists. */
export const summariesPart: ExportPart = {
  fileName: 'resumos',
  title: 'Resumos',
  labels: {
    file_name: 'Arquivo',
    created_at: 'Gerado em',
    model: 'Modelo',
    prompt: 'Prompt',
    text: 'Resumo',
  },
  async *read({ db }, { userId }) {
    const rows = oldestFirst(transcriptionSummaries, (query) =>
      db
        .select({
          id: transcriptionSummaries.id,
          place: query.place,
          transcription_id: transcriptionSummaries.transcriptionId,
          file_name: transcriptions.fileName,
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
    for await (const { place: _place, ...row } of rows) yield row;
  },
};

export const promptsPart: ExportPart = {
  fileName: 'prompts',
  title: 'Prompts guardados',
  labels: { name: 'Nome', created_at: 'Guardado em', prompt: 'Prompt' },
  async *read({ db }, { userId }) {
    const rows = oldestFirst(savedPrompts, (query) =>
      db
        .select({
          id: savedPrompts.id,
          place: query.place,
          name: savedPrompts.name,
          prompt: savedPrompts.prompt,
          created_at: savedPrompts.createdAt,
        })
        .from(savedPrompts)
        .where(and(eq(savedPrompts.userId, userId), query.after))
        .orderBy(query.order)
        .limit(query.rows),
    );
    for await (const { place: _place, ...row } of rows) yield row;
  },
};
