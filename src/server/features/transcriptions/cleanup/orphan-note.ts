import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type Storage, StorageFault } from '../../../adapters/storage/storage.ts';

const key = 'sweep/orphans.json';
const MomentsSchema = z.record(z.string(), z.number());

const OrphanNoteSchema = z.object({
  /** By which it was judged what is named. */
  database: z.string(),
  begunAtMs: z.number(),
  /** The last key of a look that is not over yet. */
  after: z.string().optional(),
  /** When each was first seen to be nobody's: by the look before, and by this one so far. */
  seenBefore: MomentsSchema,
  seen: MomentsSchema,
  found: z.number(),
});

export type OrphanNote = z.infer<typeof OrphanNoteSchema>;

/**
 * Kept beside the files, not in the database: a database that is restored would bring back what it knew then, and with
 * it the right to remove files at once.
 */
export async function readOrphanNote(storage: Pick<Storage, 'read'>): Promise<OrphanNote | undefined> {
  try {
    return OrphanNoteSchema.parse(JSON.parse(await text(await storage.read(key))));
  } catch (error) {
    if (error instanceof StorageFault && error.kind !== 'missing') throw error;
    // One that cannot be read is as good as none: everything is seen for the first time again.
    return undefined;
  }
}

export async function keepOrphanNote(storage: Pick<Storage, 'put'>, note: OrphanNote): Promise<void> {
  await storage.put(key, Readable.from([Buffer.from(JSON.stringify(note))]), {
    contentType: 'application/json',
  });
}
