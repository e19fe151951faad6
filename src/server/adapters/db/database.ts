import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { abortableDelay } from '#server/concurrency/abort-signals.ts';
import type { Config } from '#server/config/config.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { isPooledByTransaction } from './transaction-pooling.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type PoolCounts = Readonly<{ busy: number; idle: number; waiting: number; max: number }>;

type OpenDatabase = Readonly<{
  db: Database;
  pool: pg.Pool;
  url: string;
  /** Uses its own connection, because a busy pool does not mean that the database is down. */
  ping: () => Promise<void>;
  /** Connections of the pool, and callers that wait for one. */
  poolCounts: () => PoolCounts;
  close: () => Promise<void>;
}>;

type OpenDatabaseOptions = {
  config: Pick<Config, 'dataDir' | 'database'>;
  log: Logger;
  /** Starts with "escriba": the embedded PostgreSQL keeps running while a process of that name is connected. */
  applicationName: string;
  waitMs?: number;
  /** Aborts the wait for a database that does not answer. */
  signal?: AbortSignal | undefined;
};

const retryMs = 500;
/**
 * Includes the wait for a free connection of a busy pool, yet a request must get its 503 soon if the database is
 * down. With 3 s, five hundred simultaneous sign-ins on two cores failed although the database was up.
 */
export const connectionTimeoutMs = 8_000;
const closeTimeoutMs = 5_000;
/** As long as a request waits. A stricter ping would call a slow database away while it still serves requests. */
const pingTimeoutMs = connectionTimeoutMs;
/** A pool that never connected has no query in progress, only a connection that may hang. */
const giveUpTimeoutMs = 200;

/**
 * A process that freezes (or a machine that dies) during a transaction would hold its row locks until TCP gives
 * up, which takes hours. Longer than any vendor call inside a transaction.
 */
const idleInTransactionMs = 180_000;

/** Host, port and database name without the password, for the log. */
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
    // Sent as a statement, because poolers reject it as a connection parameter.
    onConnect: async (client) => {
      await client.query(`set idle_in_transaction_session_timeout = ${idleInTransactionMs}`);
    },
    ...limits,
  });
  const onLost = (err: Error) => log.warn({ reason: err.message }, 'a database connection was lost');
  pool.on('error', onLost);
  // The pool handles errors of idle connections only. An error on a held connection would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Concurrent calls share one query. */
function openPinging(options: Omit<PoolOptions, 'limits'>) {
  const limits = { max: 1, connectionTimeoutMillis: pingTimeoutMs, query_timeout: pingTimeoutMs };
  const pool = openPool({ ...options, limits });
  let pinging: Promise<void> | undefined;
  const ping = () => {
    pinging ??= pool
      .query('select 1')
      .then(() => undefined)
      .finally(() => {
        pinging = undefined;
      });
    return pinging;
  };
  return { ping, close: () => pool.end() };
}

/** A host name with two addresses fails with an AggregateError that has no message. */
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

/** A hanging connection takes seconds to fail, so an abort of the start does not wait for it. */
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
  let isWaitLogged = false;
  for (;;) {
    try {
      await answers(pool, signal);
      if (isWaitLogged) log.info(`the database at ${where} answers`);
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
      if (!isWaitLogged) log.warn({ reason }, `waiting for the database at ${where}`);
      isWaitLogged = true;
      await abortableDelay(retryMs, signal);
    }
  }
}

/** Opens the database at DATABASE_URL, or the embedded PostgreSQL if it is not set. */
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
    // A leaked connection must not keep the process from exiting.
    await Promise.race([
      Promise.all([pool.end(), pinging.close()]),
      delay(timeoutMs, undefined, { ref: false }),
    ]);
    await embedded?.stop();
  };
  try {
    await waitUntilItAnswers({ pool, where: address(url), waitMs, log, signal });
    if (embedded === undefined && (await isPooledByTransaction(url)))
      throw new Error(
        `The database at ${address(url)} is behind a pooler in transaction mode. Set pool_mode = session there, or name PostgreSQL itself in DATABASE_URL, because Escriba listens for notifications and prepares statements.`,
      );
  } catch (error) {
    await closeWithin(giveUpTimeoutMs);
    throw error;
  }
  return {
    db: drizzle(pool),
    pool,
    url,
    ping: pinging.ping,
    poolCounts: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: config.database.poolMax,
    }),
    close: () => closeWithin(closeTimeoutMs),
  };
}

/**
 * For statements that run with nearly every call: their SQL is built once per process, and PostgreSQL parses and
 * plans them once per connection. The key is also the statement's name, so it must be unique.
 */
export function cachedPreparedStatement<Key extends string, Built>(build: (db: Database, key: Key) => Built) {
  const statements = new WeakMap<Database, Map<Key, Built>>();
  return (db: Database, key: Key): Built => {
    const ofThis = statements.get(db) ?? new Map<Key, Built>();
    statements.set(db, ofThis);
    const built = ofThis.get(key) ?? build(db, key);
    ofThis.set(key, built);
    return built;
  };
}
