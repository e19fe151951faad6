import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import type { Settings } from '#server/adapters/db/embedded/launch.ts';
import { isPostmasterOf, readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';
import {
  type EmbeddedPostgres,
  type StartOptions,
  startEmbeddedPostgres,
} from '#server/adapters/db/embedded/start.ts';

/** Starts the embedded PostgreSQL as the product does, but with fast settings, and captures its log. */
export async function startTestPostgres(dataDir: string, options: Partial<StartOptions> = {}) {
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) });
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings, ...options });
  return { ...postgres, logged: () => logLines.join('') };
}

/** Returns the pid of the postmaster of this folder, or undefined if none runs. */
export async function runningPostmaster({
  clusterFolder,
}: Pick<EmbeddedPostgres, 'clusterFolder'>): Promise<number | undefined> {
  const found = await readPostmaster(clusterFolder);
  return found !== undefined && (await isPostmasterOf(clusterFolder, found.pid)) ? found.pid : undefined;
}

export async function queryRows<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** These settings trade durability, which a test does not need, for speed. */
export const quickSettings: Settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const script = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));

/** Starts another process that uses the embedded PostgreSQL of a data folder until `leave` is called. */
export function startPostgresProcess(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const started = (async () => {
    if (child.stdout === null) throw new Error('the process has no output');
    for await (const line of createInterface({ input: child.stdout }))
      return JSON.parse(line) as { url: string; clusterFolder: string };
    throw new Error('the process ended before its PostgreSQL was up');
  })();
  started.catch(() => {});
  const killHard = async () => {
    child.kill('SIGKILL');
    return ended;
  };
  return {
    child,
    started,
    /** Stops the process cleanly, as Ctrl-C stops the product. */
    async leave() {
      child.kill('SIGINT');
      return ended;
    },
    killHard,
    [Symbol.asyncDispose]: async () => void (await killHard()),
  };
}
