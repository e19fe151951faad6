import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '#server/adapters/db/database-errors.ts';
import type { JobDefinition } from '#server/jobs/job-definition.ts';
import { bossOptions, deadQueue, deadQueueOptions, policyOf, queueOptions } from './queue-options.ts';

const probeMs = 1_000;

type OutagesOptions = {
  log: Logger;
  ping: () => Promise<void>;
  onRecovery: () => void;
};

/** pg-boss reports a worker's error as a plain object, with queue and worker appended to its message. */
function asError(heard: unknown): Error {
  const { message = String(heard), code, stack } = Object(heard) as Partial<Error & { code: string }>;
  const error = new Error(message.replace(/ \(Queue: .*\)$/s, ''));
  // The original stack shows the log that the message is not ours.
  error.stack = stack ?? '';
  return code === undefined ? error : Object.assign(error, { code });
}

const isOutage = (error: Error) =>
  isDatabaseUnavailable(error) || /^LISTEN\/NOTIFY (connection|heartbeat)/.test(error.message);

/**
 * During an outage, every worker and timer reports its own error. This logs the outage once, and wakes the workers
 * as soon as the database answers, because they would otherwise wait out their pauses.
 */
function watchOutages({ log, ping, onRecovery }: OutagesOptions) {
  let away = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const probe = async () => {
    try {
      await ping();
    } catch {
      if (!stopped) timer = setTimeout(probe, probeMs);
      return;
    }
    if (stopped) return;
    away = false;
    log.info('jobs: the database is back');
    onRecovery();
  };

  return {
    heard: (thrown: unknown) => {
      if (stopped) return;
      const error = asError(thrown);
      if (!isOutage(error)) {
        log.error({ err: error, part: 'jobs' }, 'the job queue failed');
        return;
      }
      if (away) return;
      away = true;
      log.warn({ reason: error.message }, 'jobs: the database is down; waiting for it');
      timer = setTimeout(probe, probeMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const closeTimeoutMs = 5_000;

type OpenBossOptions = { url: string; log: Logger; definitions: readonly JobDefinition[] };

/** Creates missing queues, and updates those whose stored options differ from their definition. */
async function ensureQueues(boss: PgBoss, definitions: readonly JobDefinition[]) {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const ensure = async ({ policy, ...queue }: Queue & { policy: string }) => {
    const found = there.get(queue.name);
    if (found === undefined) await boss.createQueue(queue.name, { ...queue, policy });
    // Each update takes a lock and a round trip, and most starts change nothing.
    else if (Object.entries(queue).some(([option, value]) => found[option as keyof Queue] !== value))
      await boss.updateQueue(queue.name, queue);
  };
  // First, because the other queues refer to it.
  await ensure({ name: deadQueue, policy: 'standard', ...deadQueueOptions });
  for (const definition of definitions)
    await ensure({ name: definition.name, policy: policyOf(definition), ...queueOptions(definition) });
}

/** Makes every worker of this process look for jobs now. */
export function notifyWorkers(boss: PgBoss) {
  for (const { id } of boss.getWipData()) boss.notifyWorker(id);
}

export async function openBoss({ url, log, definitions }: OpenBossOptions) {
  const boss = new PgBoss(bossOptions(url));
  const outages = watchOutages({
    log,
    ping: async () => void (await boss.getDb().executeSql('select 1')),
    onRecovery: () => notifyWorkers(boss),
  });
  boss.on('error', outages.heard);
  // Only the message: a warning's details may contain a statement with its values, and so a payload.
  boss.on('warning', ({ message }) => log.warn({ part: 'jobs' }, message));

  const close = async () => {
    outages.stop();
    // A hanging database never completes the disconnect.
    await Promise.race([boss.stop({ graceful: false }), delay(closeTimeoutMs, undefined, { ref: false })]);
  };
  try {
    await boss.start();
    await ensureQueues(boss, definitions);
  } catch (error) {
    await close();
    throw error;
  }
  return { boss, close };
}
