/** What script/restore runs. */
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { openDatabase } from '#server/adapters/db/database.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { readConfig } from '#server/config/config.ts';
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
    throw new Error('This database is in use: somebody has an account in it. Give an empty one.');
}

/** What the tables do by themselves when a row comes was done already when the file was written. */
async function setTriggers(client: PoolClient, tables: readonly string[], how: 'disable' | 'enable') {
  for (const table of tables)
    if (table !== jobsTable) await client.query(`alter table ${table} ${how} trigger user`);
}

/** Gathers rows of one table after the other, and puts many in at once. */
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
    if (list === undefined) throw new Error(`The file has rows of a table that is not here: ${current}`);
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
  // Told through the reading, which is where somebody waits.
  source.on('error', (error) => input.destroy(error));
  const lines = readLines(input);
  const head = await lines.next();
  await assertRestorable(client, head.value ?? '');
  const tables = await tablesInOrder(client);
  await setTriggers(client, tables, 'disable');
  // The rows that the migrations made by themselves come again from the file.
  for (const table of tables.toReversed()) await client.query(`delete from ${table}`);
  const filling = await createBatchInserter(client, tables);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The file ends before its end: it was cut off.');
    const line = LineSchema.parse(JSON.parse(value));
    if ('end' in line) {
      await filling.flush();
      if (JSON.stringify(line.end) !== JSON.stringify(filling.counts))
        throw new Error('The file does not hold what it says at its end: it was damaged.');
      break;
    }
    // The text as it stands: read and written again, a long number would lose its last digits.
    await filling.add(line.table, value.slice(value.indexOf('"row":') + 6, -1));
  }
  await setTriggers(client, tables, 'enable');
  return Object.values(filling.counts).reduce((sum, count) => sum + count, 0);
}

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new Error('usage: script/restore FILE.gz');
  const config = readConfig(process.env);
  const log = openLog({ logLevel: 'warn' });
  const database = await openDatabase({ config, log, applicationName: 'escriba-restore' });
  try {
    await migrate(database);
    // Makes the tables of the queue; it opens no payload, so that any secret does.
    const sealing = openSealing('-'.repeat(32));
    const queue = await openQueue({ url: database.url, log, definitions: jobDefinitions, sealing });
    await queue.close();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const count = await restoreRows(client, file);
      await client.query('commit');
      await database.pool.query('analyze');
      console.log(`${count} rows restored`);
    } finally {
      // Not committed is undone.
      client.release(true);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}
