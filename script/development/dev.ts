/**
 * Runs the product for development. Vite serves the pages and replaces changed modules in the open page. A changed
 * file of the server restarts it. The sandbox and the embedded PostgreSQL run in this process, so that they survive
 * a restart of the server.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { secondMs } from '#domain/format/durations.ts';
import { startSandbox } from '#sandbox/start.ts';
import { openDatabase } from '#server/adapters/db/database.ts';
import { ForeignHistoryError, migrate } from '#server/adapters/db/migrate.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { closeOnSignal, exitWithMessage } from '#server/runtime/process-end.ts';
import { devEnvironment } from './dev-environment.ts';
import { firstFreePort, requireFreePort } from './free-ports.ts';
import { openReadableLog } from './readable-log.ts';
import { devAccount, seed } from './seed.ts';
import { runServerLoop, stopChild } from './server-loop.ts';
import { openSourceFiles } from './source-files.ts';

const dotEnv = existsSync('.env') ? readFileSync('.env', 'utf8') : '';
const { settings, ignored } = devEnvironment(process.env, dotEnv);
const pagesPort = Number(settings.PORT ?? 3000);
// The sandbox uses the two ports after the server's.
const serverPort = pagesPort + 10;
const usualDebuggerPort = 9229;
const pagesUrl = settings.PUBLIC_URL ?? `http://localhost:${pagesPort}`;
const serverUrl = `http://127.0.0.1:${serverPort}`;

const environment: NodeJS.ProcessEnv = { ...settings, PORT: String(serverPort), PUBLIC_URL: pagesUrl };

// A closed terminal makes every write fail. Without a listener the process would end before it stops PostgreSQL.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const say = (line: string) => void process.stdout.write(`${line}\n`);

function run(argv: readonly string[], more: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, argv, {
    env: { ...environment, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Migrates here and not only in the server, because here the remedy is another database and not a backup. */
async function migrateOrAdvise({ url, config }: { url: string; config: Config }) {
  try {
    await migrate({ url });
  } catch (error) {
    if (!(error instanceof ForeignHistoryError)) throw error;
    const folder = relative('.', config.dataDir);
    const [database, remedy] =
      config.database.url === undefined
        ? [`The database in ${folder}`, `DATA_DIR=data/dev-NAME script/dev (or delete ${folder})`]
        : ['The database of DATABASE_URL', 'DATABASE_URL=… script/dev'];
    throw new Error(
      `${database} has migrations that this branch lacks or has changed. Give the branch its own: ${remedy}.`,
      { cause: error },
    );
  }
}

async function launchServer() {
  const debuggerPort = await firstFreePort(usualDebuggerPort);
  // A second script/dev takes the next port, perhaps another one after each restart.
  if (debuggerPort !== usualDebuggerPort) say(`The debugger of this server listens at port ${debuggerPort}.`);
  return run([
    `--inspect=127.0.0.1:${debuggerPort}`,
    '--inspect-publish-uid=http',
    'script/development/server.ts',
  ]);
}

async function startDevelopment(config: Config, log: Logger, signal: AbortSignal) {
  const { httpPort, smtpPort, parts } = config.sandbox;
  // Without a setting the server may find a local model, which this process cannot see.
  const isSpeechReplaced = config.speech.kind === 'sandbox';
  const replaced = parts.filter((part) => part !== 'speech' || isSpeechReplaced);
  for (const port of [pagesPort, serverPort]) await requireFreePort(port);

  await using opened = new AsyncDisposableStack();
  const database = await openDatabase({ config, log, applicationName: 'escriba dev', signal });
  opened.defer(database.close);
  const sandbox = await startSandbox({
    httpPort,
    smtpPort,
    parts,
    stateDir: join(config.dataDir, 'sandbox'),
    productUrl: serverUrl,
    speechReason: () => (isSpeechReplaced ? 'chosen' : undefined),
    log,
  });
  opened.defer(sandbox.close);

  const sources = openSourceFiles(['src/server', 'src/contract', 'src/domain', 'drizzle']);
  let seeding: Promise<void> | undefined;

  async function seedAndAnnounce() {
    const urls = { url: pagesUrl, serverUrl, mailboxUrl: `${sandbox.httpUrl}/mailbox` };
    try {
      await seed({ config, db: database.db, ...urls });
    } catch (error) {
      if (stop.signal.aborted) return;
      log.error({ err: error }, 'the account could not be created: the next saved server file tries again');
      seeding = undefined;
      return;
    }
    announce(sandbox.httpUrl, replaced);
  }

  const stop = new AbortController();
  const pages = run(
    [
      // Without the condition, React Router starts itself again in a child that we could not stop.
      '--conditions=development',
      'node_modules/@react-router/dev/bin.cjs',
      ...['dev', '--port', String(pagesPort), '--strictPort'],
    ],
    { VITE_SERVER_URL: serverUrl, VITE_PRODUCT_NAME: config.productName },
  );
  const loop = runServerLoop({
    nextChange: sources.nextChange,
    async launch() {
      await migrateOrAdvise({ url: database.url, config });
      return launchServer();
    },
    readyUrl: `${serverUrl}/health/ready`,
    onReady: () => {
      seeding ??= seedAndAnnounce();
    },
    say,
    signal: stop.signal,
  });
  const rest = opened.move();
  const close = async () => {
    stop.abort();
    await Promise.all([stopChild(pages), loop]);
    // PostgreSQL stays up while the seed uses it.
    await Promise.race([seeding, delay(5 * secondMs)]);
    await rest.disposeAsync();
  };
  pages.once('exit', async (code) => {
    if (stop.signal.aborted) return;
    say('The pages ended, so everything stops.');
    await close();
    process.exit(code ?? 1);
  });
  return { close };
}

function announce(sandboxUrl: string, replaced: readonly string[]) {
  const lines = [
    '',
    `Pages:    ${pagesUrl}        (a saved page shows at once)`,
    `API:      ${serverUrl}/api   (a saved server file restarts the server)`,
    `Sandbox:  ${sandboxUrl}   (these stay on this machine: ${replaced.join(', ')})`,
    `Sign in:  ${devAccount.email}, password ${devAccount.password}`,
    ...(ignored.length === 0 ? [] : [`Ignored:  ${ignored.join(', ')} of .env`]),
    'Ctrl-C stops everything.',
    '',
  ];
  say(lines.join('\n'));
}

try {
  const config = readConfig(environment);
  const log = openReadableLog(config, process.stdout);
  await closeOnSignal((signal) => startDevelopment(config, log, signal), log);
} catch (error) {
  exitWithMessage(error);
}
