import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { summarizeError } from '#server/adapters/log/redact-error.ts';
import { notifyWorkers } from './boss.ts';
import type { Execute } from './job-table.ts';
import { deadQueue, jobsSchema } from './queue-options.ts';

const maxReasonLength = 500;

const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength);

/** Summarizes an error in one line. Stack and personal data do not belong in a row; the log has the stack. */
export const reasonOf = (error: unknown): string => oneLine(summarizeError(error));

/** pg-boss nests its own timeout message one level deeper than the messages that we write. */
const OutputSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.object({ value: z.string() }).transform(({ value }) => value),
]);

function readReason(output: unknown): string {
  const parsed = OutputSchema.safeParse(output);
  return parsed.success ? oneLine(parsed.data) : 'no reason was recorded';
}

type DeadJob = { id: string; queue: string; diedAt: Date; tries: number; reason: string };

export type DeadLetters = Readonly<{
  /** Oldest first. */
  list: () => Promise<DeadJob[]>;
  /** Moves dead jobs back to their queue with all their attempts. Returns the number of moved jobs. */
  retry: (which: readonly string[] | 'all') => Promise<number>;
  /** Deletes dead jobs that no retry can help. Returns the number of deleted jobs. */
  drop: (which: readonly string[] | 'all') => Promise<number>;
  /** Logs each dead job once across all processes. */
  tell: () => Promise<void>;
}>;

const listDead = `
  select id, source_name, created_on, source_retry_count, source_output
    from ${jobsSchema}.job
   where name = '${deadQueue}' and state = 'created'
   order by created_on, id
   limit 1000`;

/** A dead job has no output, so this column marks it as logged. */
const claimUnreported = `
  update ${jobsSchema}.job set output = '{"told": true}'
   where name = '${deadQueue}' and state = 'created' and output is null
  returning id, source_name, source_id, source_retry_count, source_output`;

const dropDead = `
  delete from ${jobsSchema}.job
   where name = '${deadQueue}' and state = 'created' and ($1::uuid[] is null or id = any($1::uuid[]))
  returning id`;

type DeadLettersOptions = { boss: PgBoss; execute: Execute; log: Logger };

export function openDeadLetters({ boss, execute, log }: DeadLettersOptions): DeadLetters {
  const putBackAll = async () => {
    // Only jobs that are dead now, because a job that dies again would loop forever.
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
    drop: async (which) => (await execute(dropDead, [which === 'all' ? null : [...which]])).length,
    tell: async () => {
      for (const row of await execute(claimUnreported)) {
        log.error(
          {
            job: row.source_name,
            jobId: row.source_id,
            deadId: row.id,
            tries: Number(row.source_retry_count) + 1,
            reason: readReason(row.source_output),
          },
          'a job failed permanently and was moved to the dead-letter queue',
        );
      }
    },
  };
}
