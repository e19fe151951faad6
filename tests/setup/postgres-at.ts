import pg from 'pg';
import { pino } from 'pino';
import { isPostmasterOf, readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';
import {
  type EmbeddedPostgres,
  type StartOptions,
  startEmbeddedPostgres,
} from '#server/adapters/db/embedded/start.ts';
import { quickSettings } from './postgres-process.ts';

/** The embedded PostgreSQL as the product starts it, but quick, and with what it logs kept for a look. */
export async function postgresAt(dataDir: string, options: Partial<StartOptions> = {}) {
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) });
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings, ...options });
  return { ...postgres, logged: () => logLines.join('') };
}

/** The process that serves a place now; undefined when none does. */
export async function postmasterOf({ place }: Pick<EmbeddedPostgres, 'place'>): Promise<number | undefined> {
  const found = await readPostmaster(place);
  return found !== undefined && (await isPostmasterOf(place, found.pid)) ? found.pid : undefined;
}

export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
