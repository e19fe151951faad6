import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { openDatabase } from '#server/adapters/db/database.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { databaseVariables, readConfigOf } from '#server/config/config.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { jobDefinitions } from '#server/worker/jobs.ts';
import {
  appliedMigrations,
  columnsOf,
  HeadSchema,
  jobsTable,
  LineSchema,
  tablesInOrder,
} from './backup-format.ts';

const maxRows = 500;
const maxCharacters = 4_000_000;

async function assertRestorable(client: PoolClient, head: string) {
  const { migrations } = HeadSchema.parse(JSON.parse(head));
  const own = await appliedMigrations(client);
  if (migrations.join() !== own.join())
    throw new Error(
      `The file is of another version of the product (${migrations.length} migrations, here ${own.length}). Restore it with that version, then upgrade.`,
    );
  const { rowCount } = await client.query('select 1 from users limit 1');
  if (rowCount !== 0)
    throw new Error('This database is in use, because it contains accounts. Use an empty one.');
}

/** Disables triggers during the restore, because the file already contains their effects. */
async function setTriggers(client: PoolClient, tables: readonly string[], how: 'disable' | 'enable') {
  for (const table of tables)
    if (table !== jobsTable) await client.query(`alter table ${table} ${how} trigger user`);
}

/** Inserts the rows of each table in batches. */
async function createBatchInserter(client: PoolClient, tables: readonly string[]) {
  const columns = new Map<string, string>();
  for (const table of tables) columns.set(table, await columnsOf(client, table));
  const counts = Object.fromEntries(tables.map((table) => [table, 0]));
  let rows: string[] = [];
  let characters = 0;
  let current = '';
  const flush = async () => {
    if (rows.length === 0) return;
    const list = columns.get(current);
    if (list === undefined) throw new Error(`The file has rows of an unknown table: ${current}`);
    await client.query(
      `insert into ${current} (${list}) select ${list} from json_populate_recordset(null::${current}, $1::json)`,
      [`[${rows.join()}]`],
    );
    counts[current] = (counts[current] ?? 0) + rows.length;
    rows = [];
    characters = 0;
  };
  const add = async (table: string, row: string) => {
    if (table !== current || rows.length >= maxRows || characters > maxCharacters) await flush();
    current = table;
    rows.push(row);
    characters += row.length;
  };
  return { add, flush, counts };
}

const truncated = 'is truncated: a part of it is missing at its end. Use another copy of the backup.';

/** Node's errors of a cut or damaged file name neither the file nor the remedy. */
function namedFault(error: unknown, file: string) {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return new Error(`${file} ${truncated}`, { cause: error });
  const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError;
  if (code === 'Z_DATA_ERROR' || isUnreadable)
    return new Error(`${file} is damaged, or no backup. Use another copy of the backup.`, { cause: error });
  return error;
}

async function* readLines(pieces: AsyncIterable<Buffer>) {
  const decoder = new StringDecoder();
  let parts: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.write(piece).split('\n');
    parts.push(first);
    for (const next of others) {
      yield parts.join('');
      parts = [next];
    }
  }
}

async function restoreRows(client: PoolClient, file: string) {
  const source = (await open(file)).createReadStream();
  const input = source.pipe(createGunzip());
  // pipe() does not forward errors, so pass them to the stream that we read.
  source.on('error', (error) => input.destroy(error));
  const lines = readLines(input);
  const head = await lines.next();
  if (head.done) throw new Error(`${file} ${truncated}`);
  await assertRestorable(client, head.value);
  const tables = await tablesInOrder(client);
  await setTriggers(client, tables, 'disable');
  // Delete the rows that the migrations inserted, because the file contains them too.
  for (const table of tables.toReversed()) await client.query(`delete from ${table}`);
  const filling = await createBatchInserter(client, tables);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ${truncated}`);
    const line = LineSchema.parse(JSON.parse(value));
    if ('end' in line) {
      await filling.flush();
      if (JSON.stringify(line.end) !== JSON.stringify(filling.counts))
        throw new Error('The file is damaged: its row counts do not match its last line.');
      break;
    }
    // Keep the JSON text of the row, because parsing would lose digits of long numbers.
    await filling.add(line.table, value.slice(value.indexOf('"row":') + 6, -1));
  }
  await setTriggers(client, tables, 'enable');
  return Object.values(filling.counts).reduce((sum, count) => sum + count, 0);
}

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new Error('usage: script/restore FILE.gz');
  const config = readConfigOf(process.env, databaseVariables);
  const log = openLog({ logLevel: 'warn', roles: ['command'] });
  const database = await openDatabase({ config, log, applicationName: 'escriba-restore' });
  try {
    await migrate(database);
    // Open the queue to create its tables. This decrypts no payload, so any secret works.
    const sealing = openSealing('-'.repeat(32));
    const queue = await openQueue({ url: database.url, log, definitions: jobDefinitions, sealing });
    await queue.close();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const count = await restoreRows(client, file).catch((error: unknown) => {
        throw namedFault(error, file);
      });
      await client.query('commit');
      await database.pool.query('analyze');
      console.log(`${count} rows restored`);
    } finally {
      // Close the connection, which rolls back an uncommitted transaction.
      client.release(true);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}
