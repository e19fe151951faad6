import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { clusterFolderSetting } from './postmaster.ts';

export type Presence = Readonly<{
  lost: Promise<void>;
  answers: () => Promise<boolean>;
  /** True when no other process of ours is connected; from then on nobody counts us either. */
  isLastOut: () => Promise<boolean>;
  end: () => Promise<void>;
}>;

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 2_000;
/** Our own pool has just been closed, and its sessions take a moment to leave PostgreSQL's list. */
const leavingMs = 500;
const leavingPollMs = 20;
const endTimeoutMs = 1_000;
const reindexTimeoutMs = 3_600_000;

/**
 * Newer programs may bring a newer ICU, which sorts a few words otherwise: indexes made with the older one would
 * miss rows that are there. They are made again, once.
 */
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

type JoinOptions = { url: string; place: string };

/**
 * One connection that each process holds as long as it uses the embedded PostgreSQL. It shows the other processes
 * that we are here, also while our pool is empty, and its end tells us at once that PostgreSQL is gone.
 */
export async function joinPostgres({ url, place }: JoinOptions): Promise<Presence> {
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
  // One that an earlier release started knows no setting of ours.
  const { rows } = await client.query<{ folder: string }>(
    `select coalesce(current_setting('${clusterFolderSetting}', true), current_setting('data_directory')) as folder`,
  );
  if (rows[0]?.folder !== place) {
    await client.end();
    throw new EmbeddedPostgresError(
      `Another PostgreSQL answers at the port that ${place} names: it serves ${rows[0]?.folder}.`,
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
    async isLastOut() {
      // Renamed before looking: of two that leave at once each would wait for the other, and both would go.
      await client.query(`set application_name = 'leaving'`);
      const lookUntil = Date.now() + leavingMs;
      while (await othersAreHere()) {
        if (Date.now() > lookUntil) return false;
        await delay(leavingPollMs);
      }
      return true;
    },
    // A PostgreSQL that hangs never says goodbye.
    end: () => Promise.race([client.end().catch(() => {}), delay(endTimeoutMs, undefined, { ref: false })]),
  };
}
