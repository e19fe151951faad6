/** The idle product's memory as proportional set size (PSS), which counts PostgreSQL's shared pages once. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, descendantsOf } from '../script/testing/processes.ts';
import { readSizes, report, type Summary, summarise } from './harness.ts';
import { createInstance, startProduct, stopProcess, waitUntilReady } from './set-up/product-process.ts';

const { settleMs, runs } = readSizes({
  full: { settleMs: 8_000, runs: 3 },
  tiny: { settleMs: 100, runs: 1 },
});

function megabytesOf(pid: number) {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    // The process exited after it was listed.
    return 0;
  }
}

function readMemory(roots: readonly number[]) {
  const descendants = descendantsOf(new Set(roots)).map(({ pid }) => ({ pid, command: commandOf({ pid }) }));
  const isDatabase = (command: string) => /postgres/.test(command);
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + megabytesOf(pid), 0);
  const database = sum(descendants.filter(({ command }) => isDatabase(command)).map(({ pid }) => pid));
  const node = sum([
    ...roots,
    ...descendants.filter(({ command }) => !isDatabase(command)).map(({ pid }) => pid),
  ]);
  return { node, database, all: node + database };
}

type Memory = ReturnType<typeof readMemory>;

/** Starts either one process with both roles, as script/server does, or a web server and a separate worker. */
async function sampleProduct(hasSeparateWorker: boolean): Promise<Memory> {
  await using instance = await createInstance(hasSeparateWorker ? { ROLES: 'web' } : {});
  const product = startProduct(instance);
  await waitUntilReady(instance, product);
  const environment = { ...instance.environment, ROLES: 'worker' };
  const worker = hasSeparateWorker
    ? startProduct({ ...instance, environment }, [process.execPath, 'src/server/main.ts'])
    : undefined;
  await delay(settleMs);
  const roots = [product.child.pid, worker?.child.pid].filter((pid) => pid !== undefined);
  const memory = readMemory(roots);
  if (worker) await stopProcess(worker.child, 'SIGINT');
  await stopProcess(product.child, 'SIGINT');
  return memory;
}

async function sampleBareNode() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  await delay(1_000);
  const megabytes = child.pid === undefined ? 0 : megabytesOf(child.pid);
  await stopProcess(child, 'SIGKILL');
  return megabytes;
}

async function samplesOf<T>(sample: () => Promise<T>): Promise<T[]> {
  const samples: T[] = [];
  for (let run = 0; run < runs; run += 1) samples.push(await sample());
  return samples;
}

const figuresOf = (samples: readonly Memory[], name: keyof Memory): Summary =>
  summarise(samples.map((sample) => sample[name]));

const reference = { what: 'an idle node', figures: summarise(await samplesOf(sampleBareNode)) };
const combined = await samplesOf(() => sampleProduct(false));
const separate = await samplesOf(() => sampleProduct(true));

await report(import.meta.filename, [
  { what: 'server and worker in one process', unit: 'MB', ours: figuresOf(combined, 'node'), reference },
  { what: 'PostgreSQL', unit: 'MB', ours: figuresOf(combined, 'database') },
  { what: 'total', unit: 'MB', ours: figuresOf(combined, 'all'), reference, goal: { atMost: 300 } },
  { what: 'total, separate worker', unit: 'MB', ours: figuresOf(separate, 'all'), reference, isKey: true },
]);
