import type { ConstructorOptions, Queue as PgBossQueue } from 'pg-boss';
import type { JobDefinition } from '../../jobs/job-definition.ts';

export const jobsSchema = 'jobs';
export const deadQueue = 'dead';

const minuteSeconds = 60;
const daySeconds = 86_400;

/**
 * An idle product must cost little: PostgreSQL tells us of new jobs, so the intervals only bound what no
 * notification comes for. No flows and no schedules are used, so their timers hardly ever run.
 */
export function bossOptions(url: string): ConstructorOptions {
  return {
    connectionString: url,
    // Begins with "escriba": see the presence check of the embedded PostgreSQL.
    application_name: 'escriba-jobs',
    schema: jobsSchema,
    max: 3,
    connectionTimeoutMillis: 3_000,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 30_000,
    schedule: false,
    // Finds the jobs of processes that died.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 5 * minuteSeconds,
    flowIntervalSeconds: daySeconds,
    bamIntervalSeconds: 10 * minuteSeconds,
  };
}

export const pollOptions = {
  /** Retries and deferred jobs fall due without a notification. */
  notifyPollingIntervalSeconds: 5,
  /** Where there are no notifications at all. */
  pollingIntervalSeconds: 2,
};

const policies = { waiting: 'short', 'waiting-or-active': 'exclusive' } as const;

/** The policy is fixed when a queue is made; all else follows the definition from one start to the next. */
export function policyOf({ onePerKey }: JobDefinition) {
  return onePerKey === undefined ? 'standard' : policies[onePerKey];
}

export function queueOptions(definition: JobDefinition): Omit<PgBossQueue, 'name' | 'policy'> {
  return {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: definition.backoff,
    ...(definition.backoff ? { retryDelayMax: definition.maxRetryDelaySeconds } : {}),
    expireInSeconds: definition.expireInSeconds,
    ...(definition.heartbeatSeconds === undefined ? {} : { heartbeatSeconds: definition.heartbeatSeconds }),
    retentionSeconds: 14 * daySeconds,
    // Payloads hold what passes for a password while it is fresh: sign-in links.
    deleteAfterSeconds: 10 * minuteSeconds,
    deadLetter: deadQueue,
    notify: true,
  };
}

/** Nobody works here: what arrives waits for a person. */
export const deadQueueOptions = {
  retryLimit: 0,
  retentionSeconds: 30 * daySeconds,
  deleteAfterSeconds: 10 * minuteSeconds,
};
