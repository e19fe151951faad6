/** How long from the start of the product until /health/ready says yes, against a Node that does nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { measure, millisecondsOf, report } from './harness.ts';
import {
  end,
  openPlace,
  type ProductPlace,
  productEntry,
  startProduct,
  untilReady,
} from './set-up/run-product.ts';

const goal = { atMost: 3_000 };

async function startOnce(place: ProductPlace, command = productEntry) {
  const startedMs = performance.now();
  const product = startProduct(place, command);
  await untilReady(place, product);
  const tookMs = performance.now() - startedMs;
  await end(product.child, 'SIGINT');
  return tookMs;
}

const bareNode = await measure({ runs: 9 }, () =>
  millisecondsOf(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')),
);
const reference = { what: 'node -e 0', figures: bareNode };

const first = await measure({ runs: 3, warmUps: 0 }, async () => {
  await using fresh = await openPlace();
  return await startOnce(fresh);
});

await using place = await openPlace();
const second = await measure({ runs: 7 }, () => startOnce(place));
const whole = await measure({ runs: 5 }, () => startOnce(place, ['script/server']));

await report(import.meta.filename, [
  { what: 'first start, makes its database', unit: 'ms', ours: first, reference },
  { what: 'second start', unit: 'ms', ours: second, reference, goal },
  { what: 'second start by script/server', unit: 'ms', ours: whole, reference, goal },
]);
