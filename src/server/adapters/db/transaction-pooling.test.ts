import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { startProcess } from '#tests/processes/start-process.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { openDatabase } from './database.ts';

/** A Debian package, which the project does not need otherwise. */
const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
const isRoot = process.getuid?.() === 0;

async function startPgBouncer(databaseUrl: string, mode: 'transaction' | 'session') {
  const folder = await temporaryFolder();
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const settings = [
    '[databases]',
    `escriba = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  // PgBouncer runs as another user, because it refuses root.
  await chmod(folder.path, 0o755);
  const child: ChildProcess = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  const url = `postgres://escriba@127.0.0.1:${port}/escriba`;
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
    },
    { timeout: 10_000 },
  );
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
      await folder[Symbol.asyncDispose]();
    },
  };
}

const open = (url: string) =>
  openDatabase({
    config: { dataDir: '/nowhere', database: { url, poolMax: 2 } },
    log: pino({ level: 'silent' }),
    applicationName: 'escriba test',
    waitMs: 2_000,
  });

test.skipIf(!hasPgBouncer)(
  'PgBouncer in transaction mode is refused with a sentence, in session mode it serves',
  async () => {
    await using database = await createTestDatabase();
    await using byTransaction = await startPgBouncer(database.url, 'transaction');
    await expect(open(byTransaction.url)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/escriba is behind a pooler in transaction mode\. Set pool_mode = session/,
    );
    await using process = startProcess(
      { NODE_ENV: 'test', DATABASE_URL: byTransaction.url, SPEECH_MODEL: 'sandbox', ROLES: 'worker' },
      'src/server/main.ts',
    );
    expect((await process.ended).code).toBe(1);
    expect(process.output()).toMatch(/is behind a pooler in transaction mode\. Set pool_mode = session/);
    expect(process.output()).not.toContain('    at ');
    await using bySession = await startPgBouncer(database.url, 'session');
    const opened = await open(bySession.url);
    await opened.ping();
    await opened.close();
  },
);
