import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobDefinition } from '../../jobs/job-definition.ts';
import { watchOutages } from './outages.ts';
import { bossOptions, deadQueue, deadQueueOptions, policyOf, queueOptions } from './settings.ts';

const closeTimeoutMs = 5_000;

type OpenBossOptions = { url: string; log: Logger; definitions: readonly JobDefinition[] };

/** A definition that changed since the last start changes its queue too. */
async function ensureQueues(boss: PgBoss, definitions: readonly JobDefinition[]) {
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  // First: the others name it.
  if (there.has(deadQueue)) await boss.updateQueue(deadQueue, deadQueueOptions);
  else await boss.createQueue(deadQueue, deadQueueOptions);
  for (const definition of definitions) {
    if (there.has(definition.name)) await boss.updateQueue(definition.name, queueOptions(definition));
    else
      await boss.createQueue(definition.name, { ...queueOptions(definition), policy: policyOf(definition) });
  }
}

/** Lets every worker of this process look for jobs now. */
export function wakeAll(boss: PgBoss) {
  for (const { id } of boss.getWipData()) boss.notifyWorker(id);
}

export async function openBoss({ url, log, definitions }: OpenBossOptions) {
  const boss = new PgBoss(bossOptions(url));
  const outages = watchOutages({
    log,
    ping: async () => void (await boss.getDb().executeSql('select 1')),
    onRecovery: () => wakeAll(boss),
  });
  boss.on('error', outages.heard);
  // Only the words: what comes with a warning can be a statement with its values, and so a payload.
  boss.on('warning', ({ message }) => log.warn({ part: 'jobs' }, message));

  const close = async () => {
    outages.stop();
    // A database that hangs never says goodbye.
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
