import { sql } from 'drizzle-orm';
import { stripeSecretKey, stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import type { failingProxy } from '#tests/helpers/network-faults.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedUpUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startProcess, waitUntilReady } from './start-process.ts';

const entry = 'src/server/main.ts';

type Options = {
  /** Additional environment variables for every process. */
  environment?: NodeJS.ProcessEnv;
  /** Wraps the storage's address in a proxy that a test can break. */
  storageAt?: typeof failingProxy;
  databaseUrl?: string;
};

/**
 * Starts the shared services of several machines (PostgreSQL, S3, one engine, one mail server). The returned
 * functions start web and worker processes. Each process has its own data folder, as on its own machine.
 */
export async function startFleet({ environment = {}, storageAt, databaseUrl }: Options = {}) {
  await using stack = new AsyncDisposableStack();
  const engine = stack.use(await startScriptedSpeechServer());
  const folder = stack.use(await temporaryFolder());
  const url = databaseUrl ?? stack.use(await createTestDatabase()).url;
  const s3 = await startS3Server(folder.path);
  stack.defer(() => s3.stop());
  const line = storageAt === undefined ? undefined : stack.use(await storageAt(s3.endpoint));
  const shared = {
    NODE_ENV: 'test',
    ...engine.environment,
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(40),
    ...s3Environment(s3, line?.url),
    ...environment,
  };
  // This product runs in the test process. It provides the mail server, and access to database and storage.
  const observer = stack.use(await startTestProduct({ ...shared, ROLES: 'web' }));
  const everywhere = {
    ...shared,
    PUBLIC_URL: observer.url,
    SMTP_URL: environment.SMTP_URL ?? observer.config.mail.smtpUrl,
    LEAKED_PASSWORDS_URL: observer.config.leakedPasswordsUrl,
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_API_BASE: `${observer.sandboxUrl}/stripe`,
  };

  // Dispose of the processes at the end, so that the test can check their remaining files. This includes
  // processes that never became ready.
  const processes = stack.use(new AsyncDisposableStack());
  const dataDirs: string[] = [];

  async function ownFolder() {
    const own = processes.use(await temporaryFolder());
    dataDirs.push(own.path);
    return own;
  }

  async function web(given: { port?: number } = {}) {
    const own = await ownFolder();
    const port = given.port ?? (await freePort());
    const at = { ROLES: 'web', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: own.path };
    const process = processes.use(startProcess({ ...everywhere, ...at }, entry));
    const address = `http://127.0.0.1:${port}`;
    await waitUntilReady(address, process);
    const kill = async () => {
      process.child.kill('SIGKILL');
      return process.ended;
    };
    return {
      ...process,
      url: address,
      port,
      mailboxUrl: observer.mailboxUrl,
      kill,
    };
  }

  async function worker(changes: NodeJS.ProcessEnv = {}) {
    const own = await ownFolder();
    const at = { ROLES: 'worker', DATA_DIR: own.path };
    const process = processes.use(startProcess({ ...everywhere, ...at, ...changes }, entry));
    const ready = async () => {
      while (!process.output().includes('"ready"')) {
        if (process.child.exitCode !== null) throw new Error(`the worker ended: ${process.output()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    return {
      ...process,
      ready: ready(),
      /** Stops the worker with SIGTERM, as an upgrade does. */
      stop: async () => {
        process.child.kill('SIGTERM');
        return process.ended;
      },
      kill: async () => {
        process.child.kill('SIGKILL');
        return process.ended;
      },
    };
  }

  /** Skips the growing pauses between retries, which these tests do not check. */
  const retryNow = () =>
    observer.deps.db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);

  /** Signs up `count` users, with a temporary worker that sends their mails. */
  async function people(at: { url: string; mailboxUrl: string }, count: number) {
    await using mailWorker = await worker();
    await mailWorker.ready;
    const users = await Promise.all(Array.from({ length: count }, () => signedUpUser(at)));
    await mailWorker.stop();
    return users;
  }

  const resources = stack.move();
  return {
    observer,
    /** The arguments of `expectNothingLost`. */
    everything: { deps: observer.deps, mailboxUrl: observer.mailboxUrl, dataDirs },
    engine,
    web,
    worker,
    people,
    retryNow,
    line,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
