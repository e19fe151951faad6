import type { z } from 'zod';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/**
 * Describes a job without its handler; sender and worker both read it. The queue stores the payload as JSON and
 * parses it again, so the schema must accept its own output (no dates).
 */
export type JobDefinition<
  Name extends string = string,
  Payload extends z.ZodType<object> = z.ZodType<object>,
> = Readonly<{
  name: Name;
  payload: Payload;
  /** Retries after the first attempt; then the job goes to the dead-letter queue. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** Exponential back-off with jitter, up to `maxRetryDelaySeconds`. */
  backoff: boolean;
  maxRetryDelaySeconds: number;
  /** A longer attempt counts as failed, even if its process has crashed. */
  expireInSeconds: number;
  /** For long jobs: how soon the queue notices that their process crashed. At least 10. */
  heartbeatSeconds: number | undefined;
  /** How many of these jobs one process runs in parallel. */
  concurrency: number;
  /** How many jobs of one `group` (set by the sender) run at once, in all processes together. */
  maxPerGroup: number | undefined;
  /** One job per singletonKey: among waiting jobs, or among waiting and running jobs. */
  onePerKey: 'waiting' | 'waiting-or-active' | undefined;
  /** The payload contains a secret, so the queue stores it encrypted and cannot search it. */
  isSecret: boolean;
}>;

type JobOptions<Name extends string, Payload extends z.ZodType<object>> = Pick<
  JobDefinition<Name, Payload>,
  'name' | 'payload'
> &
  Partial<Omit<JobDefinition, 'name' | 'payload'>>;

export function defineJob<const Name extends string, Payload extends z.ZodType<object>>(
  options: JobOptions<Name, Payload>,
): JobDefinition<Name, Payload> {
  return {
    retryLimit: 5,
    retryDelaySeconds: 5,
    backoff: true,
    maxRetryDelaySeconds: 1_800,
    expireInSeconds: 300,
    heartbeatSeconds: undefined,
    concurrency: 2,
    maxPerGroup: undefined,
    onePerKey: undefined,
    isSecret: false,
    ...options,
  };
}

/**
 * `failed`: the handler told the owner of the failure, and a retry would not help. `stale`: nothing was left to do.
 * `deferred`: the job runs again later, without using up a retry. If the handler throws, the attempt has failed.
 */
export type JobOutcome =
  | 'completed'
  | 'failed'
  | 'stale'
  | Readonly<{ outcome: 'deferred'; afterSeconds: number }>;

/** The queue's knowledge of this attempt. */
export type JobClaim = Readonly<{
  /** From 1. A deferred job and one of a process that stopped begin the same attempt again. */
  attempt: number;
  /** True if the worker of the attempt before gave no sign of life any more. */
  isTakeover: boolean;
  /** False once another process has the job. */
  isHeld: () => Promise<boolean>;
}>;

export type JobContext = Readonly<{
  id: string;
  /** When the job was sent. Deferring and retrying do not change it. */
  createdAt: Date;
  /** True if no retry follows a failure of this attempt. */
  isLastTry: boolean;
  /** Aborted when the process stops, when the attempt times out and when another process took the job. */
  signal: AbortSignal;
  claim: JobClaim;
}>;

/** Exactly one handler for each definition. */
export type JobHandlers<Definitions extends readonly JobDefinition[]> = {
  readonly [Definition in Definitions[number] as Definition['name']]: (
    payload: z.output<Definition['payload']>,
    context: JobContext,
  ) => Promise<JobOutcome>;
};

/** Thrown when no retry can succeed: the job goes to the dead-letter queue at once. */
export class PermanentJobError extends SafeMessageError {}

/** The handlers of any set of definitions. */
export type AnyJobHandlers = Readonly<
  Record<string, (payload: never, context: JobContext) => Promise<JobOutcome>>
>;
