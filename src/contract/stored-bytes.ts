import { z } from 'zod';

export const StoredBytesSchema = z.object({ storedBytes: z.number(), maxStoredBytes: z.number() });
export type StoredBytes = z.infer<typeof StoredBytesSchema>;
