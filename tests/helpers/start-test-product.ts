import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxParts } from '#contract/installation.ts';
import { googleClientId, googleClientSecret } from '#sandbox/google/openid-provider.ts';
import { startSandbox } from '#sandbox/start.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { readConfig } from '#server/config/config.ts';
import { type StartOptions, start } from '#server/start.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { freePort } from './free-port.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

export type TestProduct = Awaited<ReturnType<typeof startTestProduct>>;

type Options = { now?: () => Date } & Pick<StartOptions, 'speechModels' | 'speakerModels'>;

async function open(environment: NodeJS.ProcessEnv, { now, ...models }: Options) {
  const dataDir = await mkdtemp(join(tmpdir(), 'escriba-test-'));
  const database = await createTestDatabase();
  const port = await freePort();
  const sandbox = await startSandbox({
    httpPort: 0,
    smtpPort: 0,
    parts: sandboxParts,
    stateDir: join(dataDir, 'sandbox'),
    productUrl: `http://127.0.0.1:${port}`,
  });
  const logLines: string[] = [];
  const config = readConfig({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    // Set no reserve, because the test machine's free disk space must not affect the result.
    DISK_RESERVE_BYTES: '0',
    // Tests of production keep their files in the data folder.
    EMBEDDED: 'true',
    ...sandboxEnvironment(sandbox),
    GOOGLE_CLIENT_ID: googleClientId,
    GOOGLE_CLIENT_SECRET: googleClientSecret,
    GOOGLE_DISCOVERY_URL: `${sandbox.httpUrl}/google/.well-known/openid-configuration`,
    SMS_URL: `${sandbox.httpUrl}/sms/send`,
    // By default a worker fetches them, and tests talk to this machine only.
    SPEAKER_MODELS: 'off',
    ...environment,
  });
  const log = openLog(config, { write: (line: string) => logLines.push(line) });
  const product = await start({ config, log, ...models, ...(now === undefined ? {} : { now }) });

  const close = async () => {
    await product.close();
    await sandbox.close();
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, sandboxUrl: sandbox.httpUrl, deps: product.deps, logLines, close };
}

/**
 * Starts the product as in development, with the same start-up code and options, its own real database, and the real
 * sandbox. Only the environment differs, as it may for any installation.
 */
export async function startTestProduct(environment: NodeJS.ProcessEnv = {}, options: Options = {}) {
  const { config, sandboxUrl, logLines, ...opened } = await open(environment, options);
  let running: typeof opened | undefined = opened;

  // A test file's module keeps this product until the process ends, so a closed one must be small.
  const close = async () => {
    await running?.close();
    running = undefined;
  };
  return {
    url: config.http.publicUrl,
    sandboxUrl,
    mailboxUrl: `${sandboxUrl}/mailbox`,
    smsUrl: `${sandboxUrl}/sms`,
    config,
    get deps() {
      if (running === undefined) throw new Error('The product is closed.');
      return running.deps;
    },
    /** Returns all log lines so far, as the product wrote them. */
    logged: () => logLines.join(''),
    close,
    [Symbol.asyncDispose]: close,
  };
}
