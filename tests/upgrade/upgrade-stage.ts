import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { sandboxParts } from '#contract/installation.ts';
import { startSandbox } from '#sandbox/start.ts';
import { stripeSecretKey, stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { freePort } from '../free-port.ts';
import { startLeakedPasswordsServer } from '../leaked-passwords-server.ts';
import { startProcess, waitUntilReady } from '../processes/start-process.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { startBalancingProxy } from './balancing-proxy.ts';

async function queryAt(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}
const asAdministrator = (statement: string) => queryAt(inject('postgresUrl'), statement);

/** An empty database: the template of other tests has the newest migrations, which the previous release refuses. */
async function emptyDatabase() {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await asAdministrator(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'pt-BR'`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      await asAdministrator(`drop database if exists ${name} with (force)`);
    },
  };
}

/** The folder of a release with its packages and, for a web process, its pages. */
type Release = Readonly<{ path: string }>;

/** Starts what all processes of one installation share. Its processes run in production, each of its own release. */
export async function openUpgradeStage() {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await startBalancingProxy());
  const database = stack.use(await emptyDatabase());
  const folder = stack.use(await temporaryFolder());
  const ranges = await startLeakedPasswordsServer();
  stack.defer(() => ranges.close());
  const sandbox = await startSandbox({
    httpPort: 0,
    smtpPort: 0,
    parts: sandboxParts,
    stateDir: `${folder.path}/sandbox`,
    productUrl: proxy.url,
  });
  stack.defer(() => sandbox.close());
  const environment = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: proxy.url,
    DATABASE_URL: database.url,
    STORAGE_URL: `file:${folder.path}/files`,
    SESSION_SECRET: 'x'.repeat(40),
    TRUSTED_PROXIES: 'loopback',
    // The test machine's free disk space must not affect the result.
    DISK_RESERVE_BYTES: '0',
    SMTP_URL: sandbox.smtpUrl,
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_API_BASE: `${sandbox.httpUrl}/stripe`,
    SPEECH_MODEL: 'openai:sandbox-speech',
    SPEAKER_MODELS: 'off',
    OPENAI_BASE_URL: `${sandbox.httpUrl}/speech/v1`,
    OPENAI_API_KEY: 'sandbox',
    SUMMARY_MODEL: 'compatible:sandbox-language',
    SUMMARY_BASE_URL: `${sandbox.httpUrl}/language/v1`,
    SUMMARY_API_KEY: 'sandbox',
    LEAKED_PASSWORDS_URL: ranges.url,
  };
  const processes = stack.use(new AsyncDisposableStack());

  /** Stops with SIGTERM, as a container does. */
  async function startOne(release: Release, own: NodeJS.ProcessEnv, readyAt: string) {
    const data = processes.use(await temporaryFolder());
    const running = processes.use(
      startProcess({ ...environment, DATA_DIR: data.path, ...own }, 'src/server/main.ts', {
        cwd: release.path,
      }),
    );
    await waitUntilReady(readyAt, running);
    const stop = async () => {
      running.child.kill('SIGTERM');
      const { code } = await running.ended;
      if (code !== 0) throw new Error(`a process ended with ${code}:\n${running.output()}`);
    };
    return { url: readyAt, output: running.output, stop };
  }

  async function web(release: Release) {
    const port = await freePort();
    return startOne(release, { ROLES: 'web', PORT: String(port) }, `http://127.0.0.1:${port}`);
  }
  async function worker(release: Release) {
    const port = await freePort();
    return startOne(release, { ROLES: 'worker', METRICS_PORT: String(port) }, `http://127.0.0.1:${port}`);
  }

  const held = stack.move();
  return {
    url: proxy.url,
    mailboxUrl: `${sandbox.httpUrl}/mailbox`,
    countMigrations: async () =>
      (await queryAt(database.url, 'select from drizzle.__drizzle_migrations')).rowCount ?? 0,
    passed: proxy.passed,
    balanceOver: (...webs: readonly { url: string }[]) => proxy.balanceOver(webs.map(({ url }) => url)),
    /** The model waits this long between two pieces of its text. */
    async pauseModel(pauseMs: number) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ pauseMs });
      const answer = await fetch(`${sandbox.httpUrl}/language/behaviour`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
    },
    web,
    worker,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
