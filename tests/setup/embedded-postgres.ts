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

/** The embedded PostgreSQL as the product starts it, but quick, and with what it logs kept for a look. */
export async function startTestPostgres(dataDir: string, options: Partial<StartOptions> = {}) {
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) });
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings, ...options });
  return { ...postgres, logged: () => logLines.join('') };
}

/** The process that serves a place now; undefined when none does. */
export async function runningPostmaster({
  place,
}: Pick<EmbeddedPostgres, 'place'>): Promise<number | undefined> {
  const found = await readPostmaster(place);
  return found !== undefined && (await isPostmasterOf(place, found.pid)) ? found.pid : undefined;
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

/** Safety that a test does not need, given away for speed. */
export const quickSettings: Settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const script = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));

/** Another process of ours that uses the embedded PostgreSQL of a data folder until it is told to leave. */
export function startPostgresProcess(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const started = (async () => {
    if (child.stdout === null) throw new Error('the process has no output');
    for await (const line of createInterface({ input: child.stdout }))
      return JSON.parse(line) as { url: string };
    throw new Error('the process ended before its PostgreSQL was up');
  })();
  started.catch(() => {});
  return {
    child,
    started,
    /** Leaves in order, as Ctrl-C makes the product do. */
    async leave() {
      child.kill('SIGINT');
      return ended;
    },
    async killHard() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
