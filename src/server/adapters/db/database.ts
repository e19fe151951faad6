import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { abortableDelay } from '../../concurrency/abort-signals.ts';
import type { Config } from '../../config/config.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { schema } from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type OpenDatabase = Readonly<{
  db: Database;
  pool: pg.Pool;
  url: string;
  /** By a connection of its own: a pool in which all are busy is no database that is away. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}>;

type OpenDatabaseOptions = {
  config: Pick<Config, 'dataDir' | 'database'>;
  log: Logger;
  /** Begins with "escriba": the embedded PostgreSQL stays up while a process of that name is connected. */
  applicationName: string;
  waitMs?: number;
  /** Ends the wait for a database that does not answer. */
  signal?: AbortSignal | undefined;
};

const retryMs = 500;
/**
 * A request must hear 503 soon when the database is away, and still get its turn in a busy pool, whose wait counts too:
 * with 3 s, five hundred people who sign in at once on two cores were told that a database was away which was not.
 */
const connectionTimeoutMs = 8_000;
const closeTimeoutMs = 5_000;
/** Below the two seconds that readiness waits for each part. */
const pingTimeoutMs = 1_500;
/** A pool that never answered has nothing under way, only a connection that may hang. */
const giveUpTimeoutMs = 200;

/**
 * A process that freezes, or a machine that goes, in the middle of a transaction would keep its rows from all others
 * until its line is given up, which takes hours. Longer than all that anybody asks of a vendor within one.
 */
const idleInTransactionMs = 180_000;

/** Where the database is, without its password: fit for the log. */
function address(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

type PoolOptions = { url: string; applicationName: string; log: Logger; limits: pg.PoolConfig };

function openPool({ url, applicationName, log, limits }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Said in the session, since poolers refuse to pass it on as the line is opened.
    onConnect: async (client) => {
      await client.query(`set idle_in_transaction_session_timeout = ${idleInTransactionMs}`);
    },
    ...limits,
  });
  const onLost = (err: Error) => log.warn({ reason: err.message }, 'a database connection was lost');
  pool.on('error', onLost);
  // The pool listens to idle connections only: one lost while a transaction holds it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** However many ask at once, one asks the database for all of them. */
function openPinging(options: Omit<PoolOptions, 'limits'>) {
  const limits = { max: 1, connectionTimeoutMillis: pingTimeoutMs, query_timeout: pingTimeoutMs };
  const pool = openPool({ ...options, limits });
  let asking: Promise<void> | undefined;
  const ping = () => {
    asking ??= pool
      .query('select 1')
      .then(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return { ping, close: () => pool.end() };
}

/** A name with two addresses fails with a list of errors and no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

type WaitOptions = {
  pool: pg.Pool;
  where: string;
  waitMs: number;
  log: Logger;
  signal: AbortSignal | undefined;
};

/** A connection that hangs takes seconds to fail, and whoever stops the start should not have to sit them out. */
async function answers(pool: pg.Pool, signal: AbortSignal | undefined) {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onStop = () => reject(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onStop, { once: true });
  try {
    await Promise.race([pool.query('select 1'), stopped]);
  } finally {
    signal?.removeEventListener('abort', onStop);
  }
}

async function waitUntilItAnswers({ pool, where, waitMs, log, signal }: WaitOptions) {
  const giveUpAt = Date.now() + waitMs;
  let told = false;
  for (;;) {
    try {
      await answers(pool, signal);
      if (told) log.info(`the database at ${where} answers`);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = reasonOf(error);
      if (!isDatabaseUnavailable(error))
        throw new Error(`The database at ${where} refused the connection: ${reason}`, { cause: error });
      if (Date.now() + retryMs > giveUpAt)
        throw new Error(
          `The database at ${where} did not answer for ${Math.round(waitMs / 1000)} s (${reason}). Start it, or correct DATABASE_URL; without DATABASE_URL an embedded one is used.`,
          { cause: error },
        );
      if (!told) log.warn({ reason }, `waiting for the database at ${where}`);
      told = true;
      await abortableDelay(retryMs, signal);
    }
  }
}

/** The one way to the database: the one at DATABASE_URL, or the embedded PostgreSQL when none is named. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { config, log, applicationName, waitMs = 30_000, signal } = options;
  const embedded =
    config.database.url === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, signal })
      : undefined;
  const url = embedded?.url ?? config.database.url ?? '';
  const pool = openPool({ url, applicationName, log, limits: { max: config.database.poolMax } });
  const pinging = openPinging({ url, applicationName, log });

  const closeWithin = async (timeoutMs: number) => {
    // A connection that was never given back must not keep the process from ending.
    await Promise.race([
      Promise.all([pool.end(), pinging.close()]),
      delay(timeoutMs, undefined, { ref: false }),
    ]);
    await embedded?.stop();
  };
  try {
    await waitUntilItAnswers({ pool, where: address(url), waitMs, log, signal });
  } catch (error) {
    await closeWithin(giveUpTimeoutMs);
    throw error;
  }
  return {
    db: drizzle(pool, { schema }),
    pool,
    url,
    ping: pinging.ping,
    close: () => closeWithin(closeTimeoutMs),
  };
}

/**
 * For what is asked with nearly every call: its text is built once a process, and read and planned by the database once
 * a connection. The key is the statement's name too, so that no two may share one.
 */
export function cachedPreparedStatement<Key extends string, Built>(build: (db: Database, key: Key) => Built) {
  const kept = new WeakMap<Database, Map<Key, Built>>();
  return (db: Database, key: Key): Built => {
    const ofThis = kept.get(db) ?? new Map<Key, Built>();
    kept.set(db, ofThis);
    const built = ofThis.get(key) ?? build(db, key);
    ofThis.set(key, built);
    return built;
  };
}
