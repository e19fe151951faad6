import { asc, eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptionChunks } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { withoutSpeakers } from '../run/speaker-labels.ts';

/** How far a reader has come in an unfinished text. */
export type ReadPosition = Readonly<{ chunks: number; segments: number }>;
export const startPosition: ReadPosition = { chunks: 0, segments: 0 };

type SoFar = { segments: StoredSegment[]; read: ReadPosition };

/**
 * Returns the segments after `read`, up to the first unanswered chunk. Chunks are answered in any order. If a
 * stream sent a later segment first, its number would change afterwards, and the stream would repeat or lose it.
 */
export function segmentsAfter(
  read: ReadPosition,
  chunks: readonly { segments: StoredSegment[] | null }[],
): SoFar {
  const firstGap = chunks.findIndex(({ segments }) => segments === null);
  const answered = firstGap === -1 ? chunks : chunks.slice(0, firstGap);
  // The finished text says whether the labels of the engine count.
  const segments = withoutSpeakers(answered.flatMap((chunk) => chunk.segments ?? [])).map((segment, at) => ({
    ...segment,
    id: read.segments + at,
  }));
  return {
    segments,
    read: { chunks: read.chunks + answered.length, segments: read.segments + segments.length },
  };
}

export async function readPartialSegments({ db }: Pick<Deps, 'db'>, id: string): Promise<StoredSegment[]> {
  const chunks = await db
    .select({ segments: transcriptionChunks.segments })
    .from(transcriptionChunks)
    .where(eq(transcriptionChunks.transcriptionId, id))
    .orderBy(asc(transcriptionChunks.index));
  return segmentsAfter(startPosition, chunks).segments;
}
