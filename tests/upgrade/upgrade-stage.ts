import { sandboxParts } from '#contract/installation.ts';
import { startSandbox } from '#sandbox/start.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { sandboxEnvironment } from '#tests/helpers/sandbox-environment.ts';
import { startProcess, waitUntilReady } from '#tests/processes/start-process.ts';
import { queryRows } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createEmptyDatabase } from '#tests/setup/test-database.ts';
import { startBalancingProxy } from './balancing-proxy.ts';

/** The folder of a release with its packages and, for a web process, its pages. */
type Release = Readonly<{ path: string }>;

/** Starts what all processes of one installation share. Its processes run in production, each of its own release. */
export async function openUpgradeStage() {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await startBalancingProxy());
  // The template of other tests has the newest migrations, which the previous release refuses.
  const database = stack.use(await createEmptyDatabase());
  const folder = stack.use(await temporaryFolder());
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
    SPEAKER_MODELS: 'off',
    ...sandboxEnvironment(sandbox),
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
    sandboxUrl: sandbox.httpUrl,
    mailboxUrl: `${sandbox.httpUrl}/mailbox`,
    countMigrations: async () =>
      (await queryRows(database.url, 'select 1 from drizzle.__drizzle_migrations')).length,
    passed: proxy.passed,
    balanceOver: (...webs: readonly { url: string }[]) => proxy.balanceOver(webs.map(({ url }) => url)),
    web,
    worker,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
