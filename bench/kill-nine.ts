/**
 * Kills the server with kill -9 at random moments while messages are being written, starts it again each time,
 * and looks in the database: every message that was acknowledged must be there exactly once.
 *
 *   node bench/kill-nine.ts [--rounds 20] [--seed 1] [--tiny]
 *
 * In every second round a start is killed as well, and in every fourth PostgreSQL goes down with the server.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { openDatabase } from '#server/adapters/db/database.ts';
import { readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';
import { sendSignal, watchDescendants } from '../script/dev/processes.ts';
import { asTable, readSizes, saveFigures, seededRandom } from './harness.ts';
import {
  createInstance,
  type ProductInstance,
  startProduct,
  stopProcess,
  waitUntilReady,
} from './set-up/product-process.ts';

const { rounds, seed } = readSizes({ usual: { rounds: 20, seed: 1 }, tiny: { rounds: 2, seed: 1 } });
const random = seededRandom(seed);
const writers = 4;
const latestKillMs = 1_500;
const latestKillInStartMs = 900;

type Written = { sent: Set<string>; acknowledged: Set<string> };

/** Each message from an address of its own, as a proxy would tell it: the limit per address is not on trial. */
async function writeMessage(url: string, number: number, { sent, acknowledged }: Written) {
  const message = `Mensagem número ${number}, que não pode se perder.`;
  const address = [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.');
  sent.add(message);
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ name: 'Ana Souza', email: `ana${number}@exemplo.com.br`, message }),
  });
  if (answer.ok) acknowledged.add(message);
  await answer.body?.cancel();
  return answer.status;
}

type Check = { lost: number; doubled: number; unknown: number };

async function checkRows(place: ProductInstance, { sent, acknowledged }: Written): Promise<Check> {
  const database = await openDatabase({
    config: { dataDir: place.dataDir, database: { url: undefined, poolMax: 2 } },
    log: pino({ level: 'silent' }),
    applicationName: 'escriba-kill-nine',
  });
  const { rows } = await database.pool.query<{ message: string; times: number }>(
    'select message, count(*)::int as times from contact_messages group by message',
  );
  await database.close();
  const times = new Map(rows.map((row) => [row.message, row.times]));
  return {
    lost: [...acknowledged].filter((message) => !times.has(message)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    unknown: [...times.keys()].filter((message) => !sent.has(message)).length,
  };
}

async function killDatabase({ dataDir }: ProductInstance) {
  const postmaster = await readPostmaster(join(dataDir, 'postgres'));
  if (postmaster === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  sendSignal(postmaster.pid, 'SIGKILL');
}

async function killDuringStart(place: ProductInstance) {
  const { child } = startProduct(place);
  await delay(random() * latestKillInStartMs);
  await stopProcess(child, 'SIGKILL');
}

const processes = watchDescendants({ everyMs: 100 });
await using place = await createInstance({ TRUSTED_PROXIES: '127.0.0.1' });
const written: Written = { sent: new Set(), acknowledged: new Set() };
const table: string[][] = [];
const refusals = new Set<number>();
let nextNumber = 1;
let faults = 0;

for (let round = 1; round <= rounds; round += 1) {
  if (round % 2 === 0) await killDuringStart(place);
  const startedMs = performance.now();
  const product = startProduct(place);
  await waitUntilReady(place, product);
  const readyMs = performance.now() - startedMs;
  const { lost, doubled, unknown } = await checkRows(place, written);
  faults += lost + doubled + unknown;

  let killed = false;
  const acknowledgedBefore = written.acknowledged.size;
  const writing = Array.from({ length: writers }, async () => {
    while (!killed) {
      const status = await writeMessage(place.url, nextNumber++, written).catch(() => undefined);
      if (status !== undefined && status >= 400) refusals.add(status);
    }
  });
  const killAfterMs = random() * latestKillMs;
  await delay(killAfterMs);
  const withDatabase = round % 4 === 0;
  if (withDatabase) await killDatabase(place);
  await stopProcess(product.child, 'SIGKILL');
  killed = true;
  await Promise.all(writing);

  table.push([
    String(round),
    `${readyMs.toFixed(0)} ms`,
    `${killAfterMs.toFixed(0)} ms${withDatabase ? ', with PostgreSQL' : ''}`,
    String(written.acknowledged.size - acknowledgedBefore),
    String(lost),
    String(doubled + unknown),
  ]);
}

// The last kill is followed by a start too, and that one is stopped as a person would stop it.
const last = startProduct(place);
await waitUntilReady(place, last);
const atTheEnd = await checkRows(place, written);
faults += atTheEnd.lost + atTheEnd.doubled + atTheEnd.unknown;
await stopProcess(last.child, 'SIGINT');
const leftovers = await processes.endLeftovers(5_000);

console.log(
  asTable(
    ['round', 'ready after', 'killed after', 'acknowledged', 'lost before it', 'wrong before it'],
    table,
  ),
);
console.log(
  `\nseed ${seed}: ${rounds} kills, ${written.sent.size} messages sent, ${written.acknowledged.size} acknowledged, ${atTheEnd.lost} lost, ${atTheEnd.doubled} doubled, ${leftovers.length} processes left behind`,
);
for (const { pid, command } of leftovers) console.log(`  left behind: ${pid} ${command}`);
if (refusals.size > 0) console.log(`  some messages were answered with ${[...refusals].join(', ')}`);
await saveFigures('kill-nine', {
  seed,
  rounds,
  sent: written.sent.size,
  acknowledged: written.acknowledged.size,
  ...atTheEnd,
  leftBehind: leftovers.length,
});
if (faults > 0 || leftovers.length > 0 || written.acknowledged.size === 0) process.exitCode = 1;
