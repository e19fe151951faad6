import { setTimeout as delay } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { anySignal } from '../../concurrency/abort-signals.ts';
import { SafeMessageError } from '../../errors/safe-message-error.ts';
import {
  type AnyJobHandlers,
  type JobContext,
  type JobDefinition,
  type JobOutcome,
  PermanentJobError,
} from '../../jobs/job-definition.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { type DeadLetters, reasonOf } from './dead-letters.ts';
import { type Execute, exhaustRetries, requeue } from './job-table.ts';
import { openPayload, PayloadError, parsePayload } from './payload.ts';
import { pollOptions } from './settings.ts';

/**
 * pg-boss counts what is under way of a group and takes a job in one statement, so that two places which look at the same
 * moment both find room: a burst of one sender would hold them all. What comes too many is noticed here.
 */
export function openGroupLimit(most: number | undefined) {
  const taken = new Map<string, number>();
  return {
    /** Gives how the place is given back; undefined where the group has all of its places. */
    take(group: string | null | undefined): (() => void) | undefined {
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

/** `close` takes no new jobs, lets those under way finish for a while and hands the rest back at once. */
export type Working = Readonly<{ close: () => Promise<void> }>;

type WorkingOptions = {
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
type GroupPlaces = ReturnType<typeof openGroupLimit>;

const defaultCloseTimeoutMs = 10_000;
/** For a handler that heeds its signal. */
const abortGraceMs = 1_000;
const tellDeadMs = 60_000;
/** By then pg-boss has written what the handler threw. */
const tellSoonMs = 300;

/** True when it was done in time. */
const within = (promise: Promise<unknown>, timeoutMs: number) =>
  Promise.race([promise.then(() => true), delay(timeoutMs, false, { ref: false })]);

/** All that pg-boss shall write of it: of another error it would keep the stack too. */
class FailedTry extends SafeMessageError {
  toJSON() {
    return { message: this.message };
  }
}

function handlerOf(handlers: AnyJobHandlers, { name }: JobDefinition): Handle {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`The job ${name} has no handler.`);
  // The payload was parsed by the schema of the same name.
  return handler as Handle;
}

export async function work(options: WorkingOptions): Promise<Working> {
  const { boss, execute, log, definitions, handlers, dead, sealing } = options;
  const { closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const closing = new AbortController();
  const underWay = new Set<Job>();

  const tellDead = () => void dead.tell().catch((error: unknown) => boss.emit('error', error as Error));
  const telling = setInterval(tellDead, tellDeadMs);
  telling.unref();

  const failed = async (definition: JobDefinition, job: Job, error: unknown): Promise<FailedTry> => {
    const hopeless = error instanceof PayloadError || error instanceof PermanentJobError;
    const last = hopeless || job.retryCount >= job.retryLimit;
    if (last) setTimeout(tellDead, tellSoonMs).unref();
    else
      log.warn({ job: definition.name, jobId: job.id, err: error }, 'a job failed and will be tried again');
    if (hopeless) await exhaustRetries(execute, job);
    return new FailedTry(reasonOf(error));
  };

  /** Gives what the job's row keeps of it. */
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
      });
      if (typeof outcome === 'string') return { outcome };
      // What pg-boss settles then is a job that it no longer finds.
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

  const startOne = async (definition: JobDefinition, places: GroupPlaces) => {
    const { maxPerGroup } = definition;
    const workerId: string = await boss.work(
      definition.name,
      {
        ...pollOptions,
        includeMetadata: true,
        ...(maxPerGroup === undefined ? {} : { groupConcurrency: maxPerGroup }),
      },
      // One at a time: what settles several, each in its own way, goes through all of the table.
      async ([job]: Job[]) => {
        if (job === undefined) return undefined;
        const giveBack = places.take(job.groupId);
        try {
          if (giveBack !== undefined) return await run(definition, job);
          await requeue(execute, job, 0);
          return undefined;
        } finally {
          giveBack?.();
          // One notification can stand for many jobs: look again at once, not after the next pause.
          boss.notifyWorker(workerId);
        }
      },
    );
  };
  for (const definition of definitions) {
    handlerOf(handlers, definition);
    const places = openGroupLimit(definition.maxPerGroup);
    for (let count = 0; count < definition.concurrency; count += 1) await startOne(definition, places);
  }
  tellDead();

  const close = async () => {
    clearInterval(telling);
    const finished = Promise.all(definitions.map(({ name }) => boss.offWork(name, { wait: true })));
    if (await within(finished, closeTimeoutMs)) return;
    closing.abort(new Error('the process is stopping'));
    if (await within(finished, abortGraceMs)) return;
    for (const job of underWay) {
      log.warn({ job: job.name, jobId: job.id }, 'a job would not stop; another process may start it again');
      await requeue(execute, job, 0).catch((error: unknown) => boss.emit('error', error as Error));
    }
  };
  return { close };
}
