import { inArray, sql } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { createBatchLoader } from '../../../concurrency/batch-loader.ts';
import type { Deps } from '../../../deps.ts';
import { type ReadSoFar, readOn } from './segments-so-far.ts';

const columns = {
  id: transcriptions.id,
  userId: transcriptions.userId,
  isDeleted: transcriptions.isDeleted,
  status: transcriptions.status,
  reason: transcriptions.reason,
  durationMs: transcriptions.durationMs,
  heardMs: transcriptions.heardMs,
  heardAtStartMs: transcriptions.heardAtStartMs,
  startedAt: transcriptions.startedAt,
};

type Chunk = { asked: number; segments: StoredSegment[] | null };
type Part = { id: string; read: ReadSoFar };

/** What all streams of a process read, together where they read in the same moment. */
export function openStreamLoaders({ db }: Pick<Deps, 'db'>) {
  const row = createBatchLoader(async (ids: readonly string[]) => {
    const rows = await db
      .select(columns)
      .from(transcriptions)
      .where(inArray(transcriptions.id, [...new Set(ids)]));
    const byId = new Map(rows.map((each) => [each.id, each]));
    return ids.map((id) => byId.get(id));
  });

  const segments = createBatchLoader(async (parts: readonly Part[]) => {
    const { rows } = await db.execute<Chunk>(sql`
      select asked.number::int as asked, chunk.segments
      from unnest(
        ${sql.param(parts.map(({ id }) => id))}::uuid[],
        ${sql.param(parts.map(({ read }) => read.chunks))}::int[]
      ) with ordinality as asked(id, first, number)
      join transcription_chunks as chunk on chunk.transcription_id = asked.id and chunk.index >= asked.first
      order by asked.number, chunk.index`);
    const byPart = Map.groupBy(rows, ({ asked }) => asked);
    return parts.map(({ read }, at) => readOn(read, byPart.get(at + 1) ?? []));
  });

  return { row, segments };
}

export type StreamLoaders = ReturnType<typeof openStreamLoaders>;
