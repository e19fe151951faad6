import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#tests/helpers/free-port.ts';
import { runningPostmaster } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const readyWithinMs = 60_000;
const pauseMs = 50;

/** Reserves a data folder and free ports. Disposing of it also ends a database that still runs. */
export async function temporaryInstance() {
  const folder = await temporaryFolder();
  const port = await freePort({ inARow: 3 });
  const sandboxPort = port + 1;
  return {
    dataDir: folder.path,
    port,
    url: `http://localhost:${port}`,
    environment: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder.path,
      // A worker fetches the default models from the moment it starts.
      SPEECH_MODEL: 'sandbox',
      SPEAKER_MODELS: 'off',
    },
    /** Returns the running embedded PostgreSQL of this data folder, if there is one. */
    postmaster: () => runningPostmaster({ clusterFolder: `${folder.path}/postgres` }),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

async function endOf(child: ChildProcess) {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}

/** Starts an entry file as script/server does, without a shell. The default is the development entry. */
export function startProcess(
  environment: NodeJS.ProcessEnv,
  entry = 'sandbox/with-product.ts',
  {
    cwd = process.cwd(),
    through = [],
    args: given = [],
  }: { cwd?: string; through?: readonly string[]; args?: readonly string[] } = {},
) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  // `through` is a command that may change the user and then execs the program.
  const [program = '', ...args] = [...through, process.execPath, entry, ...given];
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = endOf(child);
  return {
    child,
    output: () => output,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function waitUntilReady(url: string, process: { output: () => string }) {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`the process was not ready within ${readyWithinMs} ms. Its output:\n${process.output()}`);
}
