import { and, eq } from 'drizzle-orm';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import { type ExportPart, paginateByKey } from './export-part.ts';

export const marksPart: ExportPart = {
  fileName: 'trechos',
  title: 'Trechos marcados',
  labels: {
    file_name: 'Arquivo',
    time: 'Tempo',
    quote: 'Trecho',
    source: 'Observação',
    note: 'Nota',
    created_at: 'Marcado em',
  },
  async *read({ db }, { userId }) {
    const rows = paginateByKey(marks, (query) =>
      db
        .select({
          id: marks.id,
          cursor: query.cursor,
          transcription_id: marks.transcriptionId,
          file_name: transcriptions.fileName,
          engine: transcriptions.engine,
          quote: marks.quote,
          passage: marks.passage,
          offset: marks.offset,
          start_ms: marks.startMs,
          end_ms: marks.endMs,
          note: marks.note,
          created_at: marks.createdAt,
          updated_at: marks.updatedAt,
        })
        .from(marks)
        .innerJoin(transcriptions, eq(transcriptions.id, marks.transcriptionId))
        .where(and(eq(transcriptions.userId, userId), eq(transcriptions.isDeleted, false), query.after))
        .orderBy(query.order)
        .limit(query.rows),
    );
    for await (const { engine, ...row } of rows)
      yield {
        ...row,
        time: row.start_ms === null ? null : formatTimestamp(row.start_ms),
        source: isSandboxEngine(engine) ? testTextNote : undefined,
      };
  },
};
