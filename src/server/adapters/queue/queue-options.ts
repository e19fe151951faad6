import type { ConstructorOptions, Queue as PgBossQueue } from 'pg-boss';
import { connectionTimeoutMs } from '#server/adapters/db/database.ts';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

export const jobsSchema = 'jobs';
export const deadQueue = 'dead';

const minuteSeconds = 60;
const daySeconds = 86_400;

/**
 * An idle server must cost little. PostgreSQL notifies us of new jobs, so these intervals only bound the cases
 * without a notification. Flows and schedules are unused, so their timers run rarely.
 */
export function bossOptions(url: string): ConstructorOptions {
  return {
    connectionString: url,
    // Starts with "escriba" for the presence check of the embedded PostgreSQL.
    application_name: 'escriba-jobs',
    schema: jobsSchema,
    max: 3,
    // With 3 s, a worker on a busy machine ended at its start although the database was up.
    connectionTimeoutMillis: connectionTimeoutMs,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 30_000,
    schedule: false,
    // Finds the jobs of dead processes.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 5 * minuteSeconds,
    flowIntervalSeconds: daySeconds,
    bamIntervalSeconds: 10 * minuteSeconds,
  };
}

export const pollOptions = {
  /** For retries and deferred jobs, which become due without a notification. */
  notifyPollingIntervalSeconds: 5,
  /** For databases without notifications. */
  pollingIntervalSeconds: 2,
};

const policies = { waiting: 'short', 'waiting-or-active': 'exclusive' } as const;

/** The policy of a queue is permanent. The other options that a definition sets follow it at each start. */
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
    // Fresh payloads contain credentials such as sign-in links.
    deleteAfterSeconds: 10 * minuteSeconds,
    deadLetter: deadQueue,
    notify: true,
  };
}

/** No worker serves this queue: its jobs wait for the operator. */
export const deadQueueOptions = {
  retryLimit: 0,
  retentionSeconds: 30 * daySeconds,
  deleteAfterSeconds: 10 * minuteSeconds,
};
