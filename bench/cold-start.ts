/** The time from starting the product until /health/ready answers 200, compared with a Node that does nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isTiny, measure, millisecondsOf, readSizes, report } from './harness.ts';
import {
  createInstance,
  type ProductInstance,
  productEntry,
  startProduct,
  stopProcess,
  waitUntilReady,
} from './set-up/product-process.ts';

const {
  nodes,
  first: firstRuns,
  runs,
  scripts,
} = readSizes({
  full: { nodes: 9, first: 3, runs: 7, scripts: 5 },
  tiny: { nodes: 1, first: 1, runs: 1, scripts: 1 },
});
const warmUps = isTiny ? 0 : 1;
const goal = { atMost: 3_000 };

async function startOnce(instance: ProductInstance, command = productEntry) {
  const startedMs = performance.now();
  const product = startProduct(instance, command);
  await waitUntilReady(instance, product);
  const tookMs = performance.now() - startedMs;
  await stopProcess(product.child, 'SIGINT');
  return tookMs;
}

const bareNode = await measure({ runs: nodes, warmUps }, () =>
  millisecondsOf(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')),
);
const reference = { what: 'node -e 0', figures: bareNode };

const first = await measure({ runs: firstRuns, warmUps: 0 }, async () => {
  await using fresh = await createInstance();
  return await startOnce(fresh);
});

await using instance = await createInstance();
const second = await measure({ runs, warmUps }, () => startOnce(instance));
const whole = await measure({ runs: scripts, warmUps }, () => startOnce(instance, ['script/server']));

await report(import.meta.filename, [
  { what: 'first start, creates its database', unit: 'ms', ours: first, reference, isKey: true },
  { what: 'second start', unit: 'ms', ours: second, reference, goal },
  { what: 'second start by script/server', unit: 'ms', ours: whole, reference, goal },
]);
