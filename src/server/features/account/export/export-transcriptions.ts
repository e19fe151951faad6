import { and, eq } from 'drizzle-orm';
import { transcriptions, transcripts } from '../../../adapters/db/schema/transcriptions.ts';
import type { ExportPart } from './export-part.ts';
import { oldestFirst } from './oldest-first.ts';

/** A text of hours with its segments is megabytes. */
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
    text: 'Texto',
  },
  async *read({ db }, { userId }) {
    const rows = oldestFirst(
      transcriptions,
      (query) =>
        db
          .select({
            id: transcriptions.id,
            place: query.place,
            title: transcriptions.title,
            file_name: transcriptions.fileName,
            status: transcriptions.status,
            duration_ms: transcriptions.durationMs,
            language: transcriptions.language,
            created_at: transcriptions.createdAt,
            completed_at: transcriptions.completedAt,
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
    for await (const { place: _place, ...row } of rows)
      yield { ...row, status_text: statuses[row.status], minutes: row.duration_ms / 60_000 };
  },
};
