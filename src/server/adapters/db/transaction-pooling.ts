import pg from 'pg';

const timeoutMs = 2_000;
/** A busy pooler may lend another backend once. */
const tries = 5;

const backendOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
};

async function shareBackend(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const first = await backendOf(one);
    await other.query('begin');
    const second = await backendOf(other);
    await other.query('rollback');
    if (first === second) return true;
  }
  return false;
}

/**
 * A pooler in transaction mode lends a backend for each transaction. Then two connections that are open at once share
 * one, and notifications, locks and settings of a session get lost. A pooler that gives no second connection in time is in
 * another mode.
 */
export async function isPooledByTransaction(url: string): Promise<boolean> {
  const options = {
    connectionString: url,
    application_name: 'escriba',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  };
  const clients = [new pg.Client(options), new pg.Client(options)] as const;
  // An error of a connection that is idle would end the process.
  for (const client of clients) client.on('error', () => {});
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await shareBackend(...clients);
  } catch {
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
