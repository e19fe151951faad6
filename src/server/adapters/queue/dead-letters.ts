import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { summarizeError } from '../log/error-serializer.ts';
import { notifyWorkers } from './boss.ts';
import type { Execute } from './job-table.ts';
import { deadQueue, jobsSchema } from './settings.ts';

const maxReasonLength = 500;

const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength);

/** One readable line of what went wrong; the stack is in the log, and a row is no place for it, nor for people's words. */
export const reasonOf = (error: unknown): string => oneLine(summarizeError(error));

/** What pg-boss wrote by itself when a try took too long lies one level deeper than what we write. */
const OutputSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.object({ value: z.string() }).transform(({ value }) => value),
]);

export function readReason(output: unknown): string {
  const parsed = OutputSchema.safeParse(output);
  return parsed.success ? oneLine(parsed.data) : 'no reason was recorded';
}

export type DeadJob = { id: string; queue: string; diedAt: Date; tries: number; reason: string };

export type DeadLetters = Readonly<{
  /** The oldest first. */
  list: () => Promise<DeadJob[]>;
  /** Puts them back into the queue they came from, with all their tries; gives how many. */
  retry: (which: readonly string[] | 'all') => Promise<number>;
  /** Logs each dead job once, whichever process notices it first. */
  tell: () => Promise<void>;
}>;

const listDead = `
  select id, source_name, created_on, source_retry_count, source_output
    from ${jobsSchema}.job
   where name = '${deadQueue}' and state = 'created'
   order by created_on, id
   limit 1000`;

/** A dead job has no output of its own, so the column is free to remember that it was told. */
const claimUntold = `
  update ${jobsSchema}.job set output = '{"told": true}'
   where name = '${deadQueue}' and state = 'created' and output is null
  returning id, source_name, source_id, source_retry_count, source_output`;

type DeadLettersOptions = { boss: PgBoss; execute: Execute; log: Logger };

export function openDeadLetters({ boss, execute, log }: DeadLettersOptions): DeadLetters {
  const putBackAll = async () => {
    // Only those that are dead now: one that dies again meanwhile would go round for ever.
    const createdBefore = new Date();
    for (let total = 0; ; ) {
      const moved = await boss.redrive(deadQueue, { createdBefore });
      total += moved;
      if (moved === 0) return total;
    }
  };
  return {
    list: async () =>
      (await execute(listDead)).map((row) => ({
        id: String(row.id),
        queue: String(row.source_name),
        diedAt: row.created_on as Date,
        tries: Number(row.source_retry_count) + 1,
        reason: readReason(row.source_output),
      })),
    retry: async (which) => {
      const moved = which === 'all' ? await putBackAll() : await boss.redrive(deadQueue, { ids: [...which] });
      notifyWorkers(boss);
      return moved;
    },
    tell: async () => {
      for (const row of await execute(claimUntold)) {
        log.error(
          {
            job: row.source_name,
            jobId: row.source_id,
            deadId: row.id,
            tries: Number(row.source_retry_count) + 1,
            reason: readReason(row.source_output),
          },
          'a job failed for good and lies in the dead-letter queue',
        );
      }
    },
  };
}
