import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { freePort } from '#tests/free-port.ts';
import { startLeakedPasswordsServer } from '#tests/leaked-passwords-server.ts';

const readyWithinMs = 180_000;
const pauseMs = 100;

async function isReady(url: string) {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** Returns the URL of the database that the product started. The product keeps the database running. */
async function databaseUrlOf(dataDir: string) {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  await stop();
  return url;
}

type ProductOptions = {
  /** The browser opens the product at this URL, if it goes through a proxy. */
  publicUrl?: string;
  logLevel?: 'info' | 'warn';
  environment?: NodeJS.ProcessEnv;
};

/** Starts the product as `script/server` does, with its own process, data folder and ports. */
export async function startProductProcess({
  publicUrl,
  logLevel = 'warn',
  environment = {},
}: ProductOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'escriba-e2e-'));
  const port = await freePort({ inARow: 3 });
  const sandboxPort = port + 1;
  const url = `http://127.0.0.1:${port}`;
  const ranges = await startLeakedPasswordsServer();
  const child = spawn(process.execPath, ['sandbox/with-product.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: publicUrl ?? url,
      SANDBOX_PORT: String(sandboxPort),
      TRUSTED_PROXIES: 'loopback',
      DATA_DIR: dataDir,
      SPEECH_MODEL: 'sandbox',
      // By default a worker fetches them, and tests talk to this machine only.
      SPEAKER_MODELS: 'off',
      LEAKED_PASSWORDS_URL: ranges.url,
      LOG_LEVEL: logLevel,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');

  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    await ranges.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the product did not become ready:\n${said}`);
    }
    await delay(pauseMs);
  }
  return {
    url,
    mailboxUrl: `http://127.0.0.1:${sandboxPort}/mailbox`,
    databaseUrl: await databaseUrlOf(dataDir),
    sessionSecret: await readOrCreateSecret({ dataDir, name: 'session' }),
    logged: () => said,
    stop,
  };
}
