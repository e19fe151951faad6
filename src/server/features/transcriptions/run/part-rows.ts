import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { partName } from '#domain/transcript/part-headings.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { transcriptionParts, uploads } from '#server/adapters/db/schema/transcriptions.ts';

type Part = Pick<typeof transcriptionParts.$inferSelect, 'position' | 'fileName'>;

/** Tells the owner which file a text is about. */
export const namedText = ({ fileName, position }: Part, text: string) =>
  `${fileName === '' ? partName(fileName, position) : `«${fileName}»`}: ${text}`;

export type PartRow = typeof transcriptionParts.$inferSelect & { bytes: number | null };

/** The files of a joined recording in their order, none for a single file. `bytes` is null without an original. */
export function readParts(db: Database | Transaction, transcriptionId: string): Promise<PartRow[]> {
  return db
    .select({ ...getTableColumns(transcriptionParts), bytes: uploads.bytes })
    .from(transcriptionParts)
    .leftJoin(uploads, eq(uploads.id, transcriptionParts.uploadId))
    .where(eq(transcriptionParts.transcriptionId, transcriptionId))
    .orderBy(asc(transcriptionParts.position));
}

type Key = Pick<PartRow, 'transcriptionId' | 'position'>;

const isPart = ({ transcriptionId, position }: Key) =>
  and(eq(transcriptionParts.transcriptionId, transcriptionId), eq(transcriptionParts.position, position));

type Place = Pick<PartRow, 'position' | 'startMs' | 'durationMs'>;

/** Another attempt stores the same places, because it decodes the same files. */
export async function storePlaces(
  db: Database,
  transcriptionId: string,
  places: readonly Place[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { position, startMs, durationMs } of places)
      await tx
        .update(transcriptionParts)
        .set({ startMs, durationMs })
        .where(isPart({ transcriptionId, position }));
  });
}

export async function markFaulty(db: Database, part: Key): Promise<void> {
  await db.update(transcriptionParts).set({ isFaulty: true }).where(isPart(part));
}
