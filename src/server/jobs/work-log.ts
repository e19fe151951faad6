import type { Logger } from 'pino';
import { type JobContext, type JobOutcome, PermanentJobError } from './job-definition.ts';

export type WorkKind = 'recording' | 'summary' | 'mail' | 'voices';

/**
 * `retried`: the job runs again. `canceled`: nothing was left to do, for example because the owner deleted the recording.
 * `taken_over`: another worker has the job, because this one gave no sign of life.
 */
export const workOutcomes = ['done', 'failed', 'retried', 'canceled', 'taken_over'] as const;
export type WorkOutcome = (typeof workOutcomes)[number];

/** Ids and names of ours only: no address, title, text or prompt of a person. */
export type WorkSubject = Readonly<{
  work: WorkKind;
  engine: string;
  /** The length of the whole recording. */
  soundSeconds?: number;
  transcriptionId?: string;
  summaryId?: string;
  mailId?: string;
  template?: string;
}>;

export type WorkEnd = Readonly<{
  kind: WorkKind;
  engine: string;
  outcome: WorkOutcome;
  /** Undefined if the worker of the last attempt was lost. */
  seconds: number | undefined;
  /** The sound that this attempt turned into text. Earlier attempts may have heard the rest. */
  heardSeconds: number;
}>;

/** One attempt at a piece of work, for the job's handler. */
export type Work = Readonly<{
  /** An attempt without a subject, which found nothing to do, has no lines. */
  describe: (subject: WorkSubject) => void;
  begin: () => void;
  addHeard: (ms: number) => void;
  /** The code of a failure. */
  setReason: (code: string) => void;
}>;

export type WorkLog = Readonly<{
  /** Logs the begin and the end of the work that the handler describes. */
  follow: (context: JobContext, run: (work: Work) => Promise<JobOutcome>) => Promise<JobOutcome>;
  /** Logs the end of work whose last worker was lost. */
  endLost: (subject: WorkSubject) => void;
  onEnd: (listener: (end: WorkEnd) => void) => void;
  onTakeover: (listener: (kind: WorkKind) => void) => void;
}>;

const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

const outcomes = { completed: 'done', failed: 'failed' } as const;

/** While the database is away, no other worker can take the job. */
const isHeld = ({ claim }: JobContext) => claim.isHeld().catch(() => true);

async function outcomeOf(ended: JobOutcome, context: JobContext): Promise<WorkOutcome> {
  if (typeof ended !== 'string') return 'retried';
  if (ended !== 'stale') return outcomes[ended];
  return (await isHeld(context)) ? 'canceled' : 'taken_over';
}

async function outcomeOfError(error: unknown, context: JobContext): Promise<WorkOutcome> {
  // A process that stops puts its jobs back, also in their last attempt.
  if (context.signal.aborted) return (await isHeld(context)) ? 'retried' : 'taken_over';
  return context.isLastTry || error instanceof PermanentJobError ? 'failed' : 'retried';
}

export function openWorkLog(log: Logger): WorkLog {
  const listeners = new Set<(end: WorkEnd) => void>();
  const takeoverListeners = new Set<(kind: WorkKind) => void>();

  function end(fields: WorkSubject, { outcome, seconds, heardSeconds }: Omit<WorkEnd, 'kind' | 'engine'>) {
    const { work: kind, engine } = fields;
    const figures = {
      ...(seconds === undefined ? {} : { workSeconds: rounded(seconds) }),
      ...(kind === 'recording' ? { heardSeconds: rounded(heardSeconds) } : {}),
    };
    log[outcome === 'failed' ? 'warn' : 'info']({ ...fields, outcome, ...figures }, 'work ended');
    for (const listener of listeners) listener({ kind, engine, outcome, seconds, heardSeconds });
  }

  function openWork({ id, claim }: JobContext) {
    let subject: WorkSubject | undefined;
    let startedMs: number | undefined;
    let heardMs = 0;
    let reason: string | undefined;
    const fieldsOf = (described: WorkSubject) => ({ ...described, jobId: id, attempt: claim.attempt });

    const work: Work = {
      describe(described) {
        subject = described;
      },
      begin() {
        if (subject === undefined || startedMs !== undefined) return;
        startedMs = performance.now();
        if (claim.isTakeover) {
          log.warn(fieldsOf(subject), 'this worker takes over the work of a lost one');
          for (const listener of takeoverListeners) listener(subject.work);
        }
        log.info(fieldsOf(subject), 'work began');
      },
      addHeard(ms) {
        heardMs += ms;
      },
      setReason(code) {
        reason = code;
      },
    };
    return {
      work,
      isDescribed: () => subject !== undefined,
      isBegun: () => startedMs !== undefined,
      end(outcome: WorkOutcome) {
        work.begin();
        if (subject === undefined || startedMs === undefined) return;
        const seconds = (performance.now() - startedMs) / 1_000;
        const fields = { ...fieldsOf(subject), ...(reason === undefined ? {} : { reason }) };
        end(fields, { outcome, seconds, heardSeconds: heardMs / 1_000 });
      },
    };
  }

  return {
    async follow(context, run) {
      const attempt = openWork(context);
      try {
        const ended = await run(attempt.work);
        // A job that waits for room or for a model looks again and again, and would fill the log.
        const isStillWaiting = typeof ended !== 'string' && !attempt.isBegun();
        if (attempt.isDescribed() && !isStillWaiting) attempt.end(await outcomeOf(ended, context));
        return ended;
      } catch (error) {
        if (attempt.isDescribed()) attempt.end(await outcomeOfError(error, context));
        throw error;
      }
    },
    endLost: (subject) => end(subject, { outcome: 'failed', seconds: undefined, heardSeconds: 0 }),
    onEnd: (listener) => void listeners.add(listener),
    onTakeover: (listener) => void takeoverListeners.add(listener),
  };
}
