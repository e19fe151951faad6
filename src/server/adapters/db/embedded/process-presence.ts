import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hourMs } from '#domain/format/durations.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { clusterFolderSetting } from './postmaster.ts';

export type Presence = Readonly<{
  lost: Promise<void>;
  answers: () => Promise<boolean>;
  /** True if no other process of ours is connected. From this call on, the others no longer count this process. */
  isLastConnected: () => Promise<boolean>;
  end: () => Promise<void>;
}>;

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 2_000;
/** Our pool has just closed, and PostgreSQL lists its sessions for a moment longer. */
const leavingMs = 500;
const leavingPollMs = 20;
const endTimeoutMs = 1_000;
const reindexTimeoutMs = hourMs;

/** Reindexes once after an upgrade of ICU, because indexes with the old collation would miss rows. */
async function reindexAfterCollationChange(client: pg.Client) {
  const { rows } = await client.query<{ name: string; current: boolean }>(
    `select quote_ident(datname) as name, datname = current_database() as current from pg_database
    where datcollversion <> pg_database_collation_actual_version(oid)`,
  );
  for (const { name, current } of rows) {
    if (current)
      await client.query({
        text: `reindex database ${name}`,
        query_timeout: reindexTimeoutMs,
      } as pg.QueryConfig);
    await client.query(`alter database ${name} refresh collation version`);
  }
}

type JoinOptions = { url: string; clusterFolder: string };

/**
 * Opens the connection that each process holds while it uses the embedded PostgreSQL. It shows other processes our
 * presence even while our pool is empty, and its end signals at once that PostgreSQL stopped.
 */
export async function joinPostgres({ url, clusterFolder }: JoinOptions): Promise<Presence> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'escriba presence',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.on('error', () => resolve());
  });
  await client.connect();
  // A PostgreSQL that an earlier release started lacks our setting.
  const { rows } = await client.query<{ folder: string }>(
    `select coalesce(current_setting('${clusterFolderSetting}', true), current_setting('data_directory')) as folder`,
  );
  if (rows[0]?.folder !== clusterFolder) {
    await client.end();
    throw new EmbeddedPostgresError(
      `Another PostgreSQL listens on the port of ${clusterFolder}: it serves ${rows[0]?.folder}.`,
    );
  }

  await reindexAfterCollationChange(client);

  const othersAreHere = async () => {
    const found = await client.query(
      `select 1 from pg_stat_activity where application_name like 'escriba%' and pid <> pg_backend_pid() limit 1`,
    );
    return found.rows.length > 0;
  };

  return {
    lost,
    answers: () =>
      client.query('select 1').then(
        () => true,
        () => false,
      ),
    async isLastConnected() {
      // Rename before counting. Otherwise two processes leaving at once would see each other, and neither would stop
      // it.
      await client.query(`set application_name = 'leaving'`);
      const lookUntil = Date.now() + leavingMs;
      while (await othersAreHere()) {
        if (Date.now() > lookUntil) return false;
        await delay(leavingPollMs);
      }
      return true;
    },
    // A hanging PostgreSQL never completes the disconnect.
    end: () => Promise.race([client.end().catch(() => {}), delay(endTimeoutMs, undefined, { ref: false })]),
  };
}
