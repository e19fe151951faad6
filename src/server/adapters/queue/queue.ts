import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Transaction } from '#server/adapters/db/database.ts';
import type { Sealing } from '#server/adapters/secrets/sealing.ts';
import type { AnyJobHandlers, JobDefinition } from '#server/jobs/job-definition.ts';
import { openBoss } from './boss.ts';
import { consumeJobs, type JobConsumer } from './consume-jobs.ts';
import { type DeadLetters, openDeadLetters } from './dead-letters.ts';
import { countJobs, type JobCounts, oldestWaitingSeconds } from './job-table.ts';
import { parsePayload, sealPayload } from './payload.ts';
import { jobsSchema } from './queue-options.ts';

export type SendOptions = {
  /** The transaction that writes the row, so that row and job commit together. */
  tx?: Transaction | undefined;
  runAfter?: Date | undefined;
  /** Waiting jobs with a higher priority run first. The default is 0. */
  priority?: number | undefined;
  /** The owner of the job. Required by definitions with maxPerGroup. */
  group?: string | undefined;
  /** Required by definitions with onePerKey. */
  singletonKey?: string | undefined;
};

type ConsumeOptions = {
  /** The time limit for active jobs when the process stops. */
  closeTimeoutMs?: number;
};

export type Queue = Readonly<{
  /** Returns the job's id, or undefined if onePerKey found an existing job. */
  send: <Definition extends JobDefinition>(
    definition: Definition,
    payload: z.input<Definition['payload']>,
    options?: SendOptions,
  ) => Promise<string | undefined>;
  /** True if a job with this payload is waiting or active. */
  has: <Definition extends JobDefinition>(
    definition: Definition,
    payload: z.input<Definition['payload']>,
  ) => Promise<boolean>;
  /** Runs jobs until the result is closed. Needs handlers for all definitions. */
  consumeJobs: (handlers: AnyJobHandlers, options?: ConsumeOptions) => Promise<JobConsumer>;
  counts: () => Promise<JobCounts[]>;
  oldestWaitingSeconds: () => Promise<ReadonlyMap<string, number>>;
  dead: DeadLetters;
  ping: () => Promise<void>;
  close: () => Promise<void>;
}>;

type OpenQueueOptions = {
  url: string;
  log: Logger;
  definitions: readonly JobDefinition[];
  /** Optional only for processes that neither send nor run secret jobs. */
  sealing?: Sealing;
};

type SendDeps = { boss: PgBoss; sealing: Sealing | undefined };

async function send(
  { boss, sealing }: SendDeps,
  definition: JobDefinition,
  payload: unknown,
  options: SendOptions,
) {
  const { tx, runAfter, priority, singletonKey, group } = options;
  if ((definition.onePerKey === undefined) !== (singletonKey === undefined))
    throw new Error(`The job ${definition.name} needs both singletonKey and onePerKey, or neither.`);
  if ((definition.maxPerGroup === undefined) !== (group === undefined))
    throw new Error(`The job ${definition.name} needs both group and maxPerGroup, or neither.`);
  const id = await boss.send(
    definition.name,
    sealPayload(definition, parsePayload(definition, payload), sealing),
    {
      ...(tx === undefined ? {} : { db: fromDrizzle(tx, sql) }),
      ...(runAfter === undefined ? {} : { startAfter: runAfter }),
      ...(priority === undefined ? {} : { priority }),
      ...(singletonKey === undefined ? {} : { singletonKey }),
      ...(group === undefined ? {} : { group: { id: group } }),
    },
  );
  return id ?? undefined;
}

/** Opens the job queue in the PostgreSQL that stores the jobs. */
export async function openQueue({ url, log, definitions, sealing }: OpenQueueOptions): Promise<Queue> {
  const { boss, close } = await openBoss({ url, log, definitions });
  const execute = async (text: string, values: unknown[] = []) =>
    (await boss.getDb().executeSql(text, values)).rows;
  const dead = openDeadLetters({ boss, execute, log });

  return {
    send: async (definition, payload, options = {}) => {
      if (!definitions.some(({ name }) => name === definition.name))
        throw new Error(
          `The queue was opened without the job ${definition.name}; add it to the worker's map.`,
        );
      return send({ boss, sealing }, definition, payload, options);
    },
    has: async ({ name }, payload) => {
      const found = await execute(
        `select 1 from ${jobsSchema}.job where name = $1 and data @> $2::jsonb and state in ('created', 'retry', 'active') limit 1`,
        [name, JSON.stringify(payload)],
      );
      return found.length > 0;
    },
    consumeJobs: (handlers, options = {}) =>
      consumeJobs({ boss, execute, log, definitions, handlers, dead, sealing, ...options }),
    counts: () => countJobs(execute, definitions),
    oldestWaitingSeconds: () => oldestWaitingSeconds(execute, definitions),
    dead,
    ping: async () => void (await execute('select 1')),
    close,
  };
}
