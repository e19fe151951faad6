import { z } from 'zod';

export const StoredBytesSchema = z.object({
  /** Recordings, deleted ones too until their files are gone. */
  storedBytes: z.number(),
  /** What unfinished uploads reserve: their declared size, or the largest allowed one. */
  reservedBytes: z.number(),
  maxStoredBytes: z.number(),
});
export type StoredBytes = z.infer<typeof StoredBytesSchema>;
