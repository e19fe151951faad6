import { setTimeout as delay } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';
import type { Sealing } from '#server/adapters/secrets/sealing.ts';
import { anySignal } from '#server/concurrency/abort-signals.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import {
  type AnyJobHandlers,
  type JobContext,
  type JobDefinition,
  type JobOutcome,
  PermanentJobError,
} from '#server/jobs/job-definition.ts';
import { type DeadLetters, reasonOf } from './dead-letters.ts';
import { claimOf, type Execute, exhaustRetries, requeue } from './job-table.ts';
import { openPayload, PayloadError, parsePayload } from './payload.ts';
import { pollOptions } from './queue-options.ts';

/**
 * pg-boss checks a group's limit and claims a job in one statement. Workers that fetch at the same moment can exceed
 * the limit, and one group could occupy all workers. This second limit catches the excess.
 */
function openGroupLimit(most: number | undefined) {
  const taken = new Map<string, number>();
  return {
    /** Returns the function that releases the slot, or undefined if the group has no free slot. */
    takeSlot(group: string | null | undefined): (() => void) | undefined {
      if (most === undefined || group == null) return () => {};
      const before = taken.get(group) ?? 0;
      if (before >= most) return undefined;
      taken.set(group, before + 1);
      return () => {
        const left = (taken.get(group) ?? 1) - 1;
        if (left === 0) taken.delete(group);
        else taken.set(group, left);
      };
    },
  };
}

/** `close` starts no new jobs, waits a while for active ones and releases the rest at once. */
export type JobConsumer = Readonly<{ close: () => Promise<void> }>;

type ConsumerOptions = {
  boss: PgBoss;
  execute: Execute;
  log: Logger;
  definitions: readonly JobDefinition[];
  handlers: AnyJobHandlers;
  dead: DeadLetters;
  sealing: Sealing | undefined;
  closeTimeoutMs?: number;
};

type Handle = (payload: object, context: JobContext) => Promise<JobOutcome>;
type Job = JobWithMetadata<object>;
type GroupLimit = ReturnType<typeof openGroupLimit>;

const defaultCloseTimeoutMs = 10_000;
/** For handlers that obey their signal. */
const abortGraceMs = 1_000;
const logDeadMs = minuteMs;
/** Enough time for pg-boss to store the error of the handler. */
const logSoonMs = 300;

/** True if the promise settled in time. */
const within = (promise: Promise<unknown>, timeoutMs: number) =>
  Promise.race([promise.then(() => true), delay(timeoutMs, false, { ref: false })]);

/** Limits what pg-boss stores: of other errors it would store the stack too. */
class FailedTry extends SafeMessageError {
  toJSON() {
    return { message: this.message };
  }
}

function handlerOf(handlers: AnyJobHandlers, { name }: JobDefinition): Handle {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`The job ${name} has no handler.`);
  // The schema of the same name has parsed the payload.
  return handler as Handle;
}

export async function consumeJobs(options: ConsumerOptions): Promise<JobConsumer> {
  const { boss, execute, log, definitions, handlers, dead, sealing } = options;
  const { closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const closing = new AbortController();
  const underWay = new Set<Job>();

  const logDead = () => void dead.tell().catch((error: unknown) => boss.emit('error', error as Error));
  const logging = setInterval(logDead, logDeadMs);
  logging.unref();

  const failed = async (definition: JobDefinition, job: Job, error: unknown): Promise<FailedTry> => {
    const isPermanent = error instanceof PayloadError || error instanceof PermanentJobError;
    const last = isPermanent || job.retryCount >= job.retryLimit;
    if (last) setTimeout(logDead, logSoonMs).unref();
    else log.warn({ job: definition.name, jobId: job.id, err: error }, 'a job failed and will be retried');
    if (isPermanent) await exhaustRetries(execute, job);
    return new FailedTry(reasonOf(error));
  };

  /** Returns the output that the job's row stores. */
  const run = async (definition: JobDefinition, job: Job): Promise<{ outcome: string } | undefined> => {
    const handle = handlerOf(handlers, definition);
    using over = anySignal(job.signal, closing.signal);
    underWay.add(job);
    try {
      const outcome = await handle(parsePayload(definition, openPayload(definition, job.data, sealing)), {
        id: job.id,
        createdAt: job.createdOn,
        isLastTry: job.retryCount >= job.retryLimit,
        signal: over.signal,
        claim: claimOf(execute, definition, job),
      });
      if (typeof outcome === 'string') return { outcome };
      // pg-boss then tries to settle a job that is no longer active, which does nothing.
      await requeue(execute, job, outcome.afterSeconds);
      return undefined;
    } catch (error) {
      if (!closing.signal.aborted) throw await failed(definition, job, error);
      await requeue(execute, job, 0);
      return undefined;
    } finally {
      underWay.delete(job);
    }
  };

  const startOne = async (definition: JobDefinition, groupLimit: GroupLimit) => {
    const { maxPerGroup } = definition;
    const workerId: string = await boss.work(
      definition.name,
      {
        ...pollOptions,
        includeMetadata: true,
        ...(maxPerGroup === undefined ? {} : { groupConcurrency: maxPerGroup }),
      },
      // A batch of one, because settling several jobs with different results scans the whole table.
      async ([job]: Job[]) => {
        if (job === undefined) return undefined;
        const release = groupLimit.takeSlot(job.groupId);
        try {
          if (release !== undefined) return await run(definition, job);
          await requeue(execute, job, 0);
          return undefined;
        } finally {
          release?.();
          // One notification can stand for many jobs, so fetch again at once.
          boss.notifyWorker(workerId);
        }
      },
    );
  };
  for (const definition of definitions) {
    handlerOf(handlers, definition);
    const groupLimit = openGroupLimit(definition.maxPerGroup);
    for (let count = 0; count < definition.concurrency; count += 1) await startOne(definition, groupLimit);
  }
  logDead();

  const close = async () => {
    clearInterval(logging);
    const finished = Promise.all(definitions.map(({ name }) => boss.offWork(name, { wait: true })));
    if (await within(finished, closeTimeoutMs)) return;
    closing.abort(new Error('the process is stopping'));
    if (await within(finished, abortGraceMs)) return;
    for (const job of underWay) {
      log.warn({ job: job.name, jobId: job.id }, 'a job did not abort; another process may start it again');
      await requeue(execute, job, 0).catch((error: unknown) => boss.emit('error', error as Error));
    }
  };
  return { close };
}
