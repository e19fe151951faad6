import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { openDatabase } from '#server/adapters/db/database.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { databaseVariables, readConfigOf } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { appliedMigrations, columnsOf, jobsTable, tablesInOrder, unfinishedJobs } from './backup-format.ts';

/** The batch is small, because one row may contain the transcript of many hours. */
const rowsAtOnce = 50;

/** Copies each row as JSON text, because JavaScript could change large numbers and timestamps. */
async function* backupLines(client: PoolClient) {
  const counts: Record<string, number> = {};
  const head = {
    escribaBackup: 1,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
  };
  yield `${JSON.stringify(head)}\n`;
  for (const table of await tablesInOrder(client)) {
    const columns = await columnsOf(client, table);
    const rows = table === jobsTable ? `${table} where ${unfinishedJobs}` : table;
    await client.query(
      `declare kept no scroll cursor for select row_to_json(t)::text as row from (select ${columns} from ${rows}) t`,
    );
    counts[table] = 0;
    for (;;) {
      const found = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from kept`);
      for (const { row } of found.rows) yield `{"table":${JSON.stringify(table)},"row":${row}}\n`;
      counts[table] += found.rows.length;
      if (found.rows.length < rowsAtOnce) break;
    }
    await client.query('close kept');
  }
  // script/restore refuses a truncated file, which lacks this line.
  yield `${JSON.stringify({ end: counts })}\n`;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`${total} rows of ${Object.keys(counts).length} tables`);
}

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new Error('usage: script/backup FILE.gz');
  const config = readConfigOf(process.env, databaseVariables);
  const log = openLog({ logLevel: 'warn', roles: ['command'] });
  const database = await openDatabase({ config, log, applicationName: 'escriba-backup' });
  const partial = `${file}.unfinished`;
  try {
    const client = await database.pool.connect();
    try {
      // This isolation level gives a consistent snapshot of all tables despite concurrent writes.
      await client.query('begin isolation level repeatable read read only');
      await pipeline(
        Readable.from(backupLines(client)),
        createGzip(),
        createWriteStream(partial, { mode: 0o600 }),
      );
      await rename(partial, file);
    } finally {
      client.release(true);
    }
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}
