import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Stretch } from '#domain/voices/cluster-embeddings.ts';
import { voicePieces } from '#server/adapters/db/schema/voices.ts';
import type { Deps } from '#server/deps.ts';

type Pieces = Readonly<{ transcriptionId: string; models: string }>;

const numberBytes = Float32Array.BYTES_PER_ELEMENT;

function packed(stretches: readonly Stretch[]) {
  return {
    stretches: stretches.map(({ startMs, endMs, vector }) => ({
      start_ms: startMs,
      end_ms: endMs,
      numbers: vector.length,
    })),
    vectors: Buffer.concat(
      stretches.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
    ),
  };
}

function unpacked({ stretches, vectors }: Pick<typeof voicePieces.$inferSelect, 'stretches' | 'vectors'>) {
  let at = 0;
  return stretches.map(({ start_ms: startMs, end_ms: endMs, numbers }): Stretch => {
    // A copy, because the bytes of PostgreSQL may begin at a place that numbers cannot.
    const bytes = Uint8Array.from(vectors.subarray(at, at + numbers * numberBytes));
    at += numbers * numberBytes;
    return { startMs, endMs, vector: new Float32Array(bytes.buffer) };
  });
}

/** Forgets pieces of other models, and returns the numbers of the minutes that are there. */
export async function keptPieces(
  { db }: Pick<Deps, 'db'>,
  { transcriptionId, models }: Pieces,
): Promise<Set<number>> {
  const isOf = eq(voicePieces.transcriptionId, transcriptionId);
  await db.delete(voicePieces).where(and(isOf, ne(voicePieces.models, models)));
  const rows = await db.select({ index: voicePieces.index }).from(voicePieces).where(isOf);
  return new Set(rows.map(({ index }) => index));
}

/** Stores a minute. False if the recording was deleted meanwhile: its embeddings must not outlive it. */
export async function keepPiece(
  { db }: Pick<Deps, 'db'>,
  { transcriptionId, models }: Pieces,
  { index, stretches }: { index: number; stretches: readonly Stretch[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // A deletion locks the row too, so it either comes first or finds this piece.
    const { rows } = await tx.execute(sql`
      select 1 from transcriptions
      where id = ${transcriptionId} and not is_deleted and audio_key is not null for share`);
    if (rows.length === 0) return false;
    await tx
      .insert(voicePieces)
      .values({ transcriptionId, index, models, ...packed(stretches) })
      .onConflictDoNothing();
    return true;
  });
}

/** All stretches of a recording, in their order. */
export async function readStretches({ db }: Pick<Deps, 'db'>, transcriptionId: string): Promise<Stretch[]> {
  const rows = await db
    .select()
    .from(voicePieces)
    .where(eq(voicePieces.transcriptionId, transcriptionId))
    .orderBy(asc(voicePieces.index));
  return rows.flatMap(unpacked);
}
