import type { z } from 'zod';
import { SafeMessageError } from '../errors/safe-message-error.ts';

/**
 * What a job is, apart from the code that does it: both who sends it and who does it read this. The payload is
 * kept as JSON and parsed again before it is handled, so its schema must accept what it gives (no dates).
 */
export type JobDefinition<
  Name extends string = string,
  Payload extends z.ZodType<object> = z.ZodType<object>,
> = Readonly<{
  name: Name;
  payload: Payload;
  /** Tries after the first one; then the job goes to the dead-letter queue. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** Doubles the delay from one try to the next, with some chance in it, up to the longest. */
  backoff: boolean;
  maxRetryDelaySeconds: number;
  /** A try that takes longer counts as failed, also when the process that had it is gone. */
  expireInSeconds: number;
  /** For long jobs: how soon the loss of their process is noticed. At least 10. */
  heartbeatSeconds: number | undefined;
  /** How many of these one process does side by side. */
  concurrency: number;
  /** How many of one sender's (`group` when sending) are under way at once, in all processes together. */
  maxPerGroup: number | undefined;
  /** One job per singletonKey: among those that wait, or also among those under way. */
  onePerKey: 'waiting' | 'waiting-or-active' | undefined;
  /** Sealed while it waits, since what it carries opens something. Looked up by nobody then. */
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
 * `stale`: there was nothing left to do. `deferred`: not yet; the job comes back later, which costs it no try.
 * Whatever a handler throws is a failed try.
 */
export type JobOutcome = 'completed' | 'stale' | Readonly<{ outcome: 'deferred'; afterSeconds: number }>;

export type JobContext = Readonly<{
  id: string;
  /** When the job was sent. A job that is deferred or retried keeps it. */
  createdAt: Date;
  /** True when a failure now is the last one. */
  isLastTry: boolean;
  /** Aborted when the process stops, when the try has taken too long, and when another process has the job. */
  signal: AbortSignal;
}>;

/** One handler for each definition, no more and no less. */
export type JobHandlers<Definitions extends readonly JobDefinition[]> = {
  readonly [Definition in Definitions[number] as Definition['name']]: (
    payload: z.output<Definition['payload']>,
    context: JobContext,
  ) => Promise<JobOutcome>;
};

/** Thrown where no further try can succeed: the job goes to the dead-letter queue at once. */
export class PermanentJobError extends SafeMessageError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HopelessJobError';
  }
}

/** The handlers of any set of definitions, once nobody needs to know which. */
export type AnyJobHandlers = Readonly<
  Record<string, (payload: never, context: JobContext) => Promise<JobOutcome>>
>;
