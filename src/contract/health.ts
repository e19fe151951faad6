import { z } from 'zod';

export const LiveSchema = z.object({ status: z.literal('ok') });

export const ReadyPartSchema = z.object({
  ready: z.boolean(),
  reason: z.string().optional(),
  /** While the part fetches its files. */
  done_bytes: z.number().optional(),
  total_bytes: z.number().optional(),
});

export const ReadySchema = z.object({
  /** Degraded: the server works, but one of the parts below is down. */
  status: z.enum(['ok', 'degraded', 'not_ready']),
  parts: z.record(z.string(), ReadyPartSchema),
});

export type ReadyPart = z.infer<typeof ReadyPartSchema>;
export type Ready = z.infer<typeof ReadySchema>;
