import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/helpers/free-port.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyWithinMs = 60_000;
const pauseMs = 5;

export type ProductInstance = Awaited<ReturnType<typeof createInstance>>;

/** Reserves a separate data folder and ports, so that a benchmark does not touch the developer's running product. */
export async function createInstance(environment: NodeJS.ProcessEnv = {}) {
  const folder = await temporaryFolder();
  const dataDir = folder.path;
  const port = await freePort({ inARow: 3 });
  const sandboxPort = port + 1;
  const { PATH, HOME, TMPDIR } = process.env;
  const whole: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    TMPDIR,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // script/setup/environment.sh sets the same options.
    NODE_OPTIONS: '--max-semi-space-size=8',
    NODE_COMPILE_CACHE: join(root, '.tools/compile-cache'),
    ...environment,
  };
  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    environment: whole,
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

type Command = readonly [program: string, ...args: string[]];

export const productEntry: Command = [process.execPath, 'sandbox/with-product.ts'];

/** Starts the product with the last command of script/server, or with `command`. */
export function startProduct(instance: ProductInstance, command: Command = productEntry) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: instance.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return { child, output: () => output };
}

type StartedProduct = ReturnType<typeof startProduct>;

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

export async function waitUntilReady(
  instance: ProductInstance,
  { child, output }: StartedProduct,
): Promise<void> {
  for (const giveUpAt = Date.now() + readyWithinMs; Date.now() < giveUpAt; await delay(pauseMs)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await isReady(instance.url)) return;
  }
  // No caller has a handle on the child yet, so stop it here.
  await stopProcess(child, 'SIGKILL');
  throw new Error(`The product did not become ready. Its output:\n${output()}`);
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
