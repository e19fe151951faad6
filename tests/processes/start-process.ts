import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const readyWithinMs = 30_000;
const pauseMs = 50;

export async function temporaryPlace() {
  const dataDir = await mkdtemp(join(tmpdir(), 'escriba-process-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  return {
    dataDir,
    environment: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
    },
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** The development entry as script/server runs it, without the shell around it. */
export function startProcess(environment: NodeJS.ProcessEnv) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['sandbox/with-product.ts'], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return { child, output: () => output, ended: ended(child) };
}

async function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}

export async function waitUntilReady(url: string, process: { output: () => string }) {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`not ready within ${readyWithinMs} ms; it said:\n${process.output()}`);
}
