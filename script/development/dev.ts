/**
 * Runs the product for development. Vite serves the pages and replaces changed modules in the open page. Node
 * restarts the server when its code changes. The sandbox and the embedded PostgreSQL run in this process, so
 * that they survive a restart of the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '#sandbox/start.ts';
import { openDatabase } from '#server/adapters/db/database.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { readConfig } from '#server/config/config.ts';
import { devEnvironment } from './dev-environment.ts';
import { devAccount, seed } from './seed.ts';

const readyWithinMs = 60_000;
const dotEnv = existsSync('.env') ? readFileSync('.env', 'utf8') : '';
const { settings, ignored } = devEnvironment(process.env, dotEnv);
const pagesPort = Number(settings.PORT ?? 3000);
// The sandbox uses the two ports after the server's.
const serverPort = pagesPort + 10;
const pagesUrl = settings.PUBLIC_URL ?? `http://localhost:${pagesPort}`;
const serverUrl = `http://127.0.0.1:${serverPort}`;

const environment: NodeJS.ProcessEnv = { ...settings, PORT: String(serverPort), PUBLIC_URL: pagesUrl };
const config = readConfig(environment);
const log = openLog({ ...config, roles: ['dev'] });

function run(argv: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, argv, {
    env: { ...environment, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function untilReady() {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt) {
    const answer = await fetch(`${serverUrl}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`the server was not ready within ${readyWithinMs / 1_000} s; its messages are above`);
}

function announce(sandboxUrl: string) {
  process.stdout.write(
    [
      '',
      `Pages:    ${pagesUrl}        (a saved page shows at once)`,
      `API:      ${serverUrl}/api   (a saved server file restarts the server)`,
      `Sandbox:  ${sandboxUrl}   (these stay on this machine: ${replaced.join(', ')})`,
      `Sign in:  ${devAccount.email}, password ${devAccount.password}`,
      ...(ignored.length === 0 ? [] : [`Ignored:  ${ignored.join(', ')} of .env`]),
      'Ctrl-C stops everything.',
      '',
      '',
    ].join('\n'),
  );
}

const { httpPort, smtpPort, parts } = config.sandbox;
// Without a setting the server may find a local model, which this process cannot see.
const isSpeechReplaced = config.speech.kind === 'sandbox';
const replaced = parts.filter((part) => part !== 'speech' || isSpeechReplaced);
const database = await openDatabase({ config, log, applicationName: 'escriba dev' });
const sandbox = await startSandbox({
  httpPort,
  smtpPort,
  parts,
  stateDir: join(config.dataDir, 'sandbox'),
  productUrl: serverUrl,
  speechReason: () => (isSpeechReplaced ? 'chosen' : undefined),
  log,
});
const server = run(['--watch', '--watch-preserve-output', '--inspect=127.0.0.1:9229', 'src/server/main.ts']);
const pages = run(
  ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', String(pagesPort), '--strictPort'],
  { VITE_SERVER_URL: serverUrl, VITE_PRODUCT_NAME: config.productName },
);

let isStopping = false;
async function stop(code: number) {
  if (isStopping) return;
  isStopping = true;
  for (const child of [pages, server]) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), delay(10_000)]);
  }
  await sandbox.close();
  await database.close();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// When the pages or the server end, stop the other, because neither works alone.
for (const child of [pages, server]) child.on('exit', (code) => void stop(code ?? 1));

try {
  await untilReady();
  await seed({ config, db: database.db, url: pagesUrl, serverUrl, mailboxUrl: `${sandbox.httpUrl}/mailbox` });
  announce(sandbox.httpUrl);
} catch (error) {
  console.error(error);
  await stop(1);
}
