import { readFile } from 'node:fs/promises';
import { type SQL, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { bossOptions } from '#server/adapters/queue/queue-options.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Fails the jobs of a killed or suspended worker immediately. The queue itself does this within a minute, because of
 * missing heartbeats. Call this only while no other worker is active.
 */
export async function missLostWorkers({ db, config }: Deps) {
  const boss = new PgBoss({
    ...bossOptions(config.database.url ?? ''),
    useListenNotify: false,
    supervise: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  await db.execute(
    sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active' and heartbeat_on is not null`,
  );
  await db.execute(sql`update jobs.queue set monitor_claim_on = null, monitor_on = null`);
  await boss.supervise();
  // Skip the pause before the retry.
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
  await boss.stop({ graceful: false });
}

/** Locks rows until the test calls the returned function. */
export async function holdRows({ db }: Pick<Deps, 'db'>, rows: SQL) {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`${rows} for update`);
    if (rowCount === 0) throw new Error('the query found no row to lock');
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    over.resolve();
    await holding;
  };
}

/** Counts the statements that contain these words and wait for a row lock. */
export async function waitingAt({ db }: Pick<Deps, 'db'>, words: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${words}%`} and pid <> pg_backend_pid()`);
  return rowCount ?? 0;
}

/** Returns the ffmpeg child of a process that decodes a recording, if there is one. */
export async function ffmpegOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const child of children.trim().split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    // The worker decodes recordings into a sound- folder. Other ffmpeg processes are short probes.
    if (/^[^\0]*ffmpeg\0/.test(command) && command.includes('/sound-')) return Number(child);
  }
  return undefined;
}
