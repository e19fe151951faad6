import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import {
  queryRows,
  runningPostmaster,
  startPostgresProcess,
  startTestPostgres,
} from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { logFileOf } from './launch.ts';
import { removeStaleLock } from './postmaster.ts';

/** Created once: each test starts it and leaves it stopped. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let clusterFolder: string;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
  const postgres = await startTestPostgres(folder.path);
  clusterFolder = postgres.clusterFolder;
  await postgres.stop();
});
afterAll(() => folder[Symbol.asyncDispose]());

const lockFile = () => join(clusterFolder, 'postmaster.pid');
const lockNaming = (pid: number) =>
  `${pid}\n${clusterFolder}\n1700000000\n29999\n\n127.0.0.1\n 123456 7\nready   \n`;

/** A foreign process with PostgreSQL's own user id: PostgreSQL takes only such a process for its postmaster. */
async function foreignProcess() {
  const { uid, gid } = await stat(clusterFolder);
  const child = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' });
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

test('a lock file of a dead process does not prevent a start', async () => {
  const gone = spawn('true');
  await once(gone, 'exit');
  await writeFile(lockFile(), lockNaming(gone.pid ?? 0));
  const postgres = await startTestPostgres(folder.path);
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test('a lock file with a reused process id neither prevents a start nor harms that process', async () => {
  using foreign = await foreignProcess();
  await writeFile(lockFile(), lockNaming(foreign.pid));
  const postgres = await startTestPostgres(folder.path);
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect(process.kill(foreign.pid, 0)).toBe(true);
});

longTest('an empty lock file from a crash does not prevent a start', async () => {
  await writeFile(lockFile(), '');
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(lockFile(), minuteAgo, minuteAgo);
  const postgres = await startTestPostgres(folder.path);
  await postgres.stop();
});

test('removeStaleLock keeps the lock file of a running PostgreSQL', async () => {
  const postgres = await startTestPostgres(folder.path);
  expect(await removeStaleLock(clusterFolder)).toBe(false);
  expect(await runningPostmaster(postgres)).toBeDefined();
  await postgres.stop();
});

longTest('a start waits for the busy backend of a killed PostgreSQL', async () => {
  const killed = startPostgresProcess(folder.path);
  const { url } = await killed.started;
  const busy = queryRows(
    url,
    'select count(*) from generate_series(1, 2500000) as n where md5(n::text) is null',
  ).catch(() => []);
  await expect
    .poll(() =>
      queryRows(url, `select 1 from pg_stat_activity where query like '%md5%' and pid <> pg_backend_pid()`),
    )
    .toHaveLength(1);
  await killed.killHard();
  process.kill((await runningPostmaster({ clusterFolder })) ?? 0, 'SIGKILL');

  const postgres = await startTestPostgres(folder.path);
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readFile(logFileOf(clusterFolder), 'utf8')).toContain('pre-existing shared memory block');
  await busy;
  await postgres.stop();
});

test('acknowledged writes survive the death of both processes', async () => {
  const killed = startPostgresProcess(folder.path);
  const { url } = await killed.started;
  await queryRows(url, `create table acknowledged as select 'kept' as text`);
  await killed.killHard();
  process.kill((await runningPostmaster({ clusterFolder })) ?? 0, 'SIGKILL');
  const postgres = await startTestPostgres(folder.path);
  expect(await queryRows(postgres.url, 'select text from acknowledged')).toEqual([{ text: 'kept' }]);
  await postgres.stop();
});

longTest('the next start cleans up a first start that was killed halfway, and repeats it', async () => {
  await using fresh = await temporaryFolder({ fast: true });
  const killed = startPostgresProcess(fresh.path);
  const clusterFolders = async () =>
    (await readdir(fresh.path)).filter((name) => name.startsWith('postgres'));
  const version = async () => {
    const [name] = await clusterFolders();
    return name === undefined
      ? ''
      : readFile(join(fresh.path, name, 'cluster/PG_VERSION'), 'utf8').catch(() => '');
  };
  await expect.poll(version, { interval: 2, timeout: 10_000 }).not.toBe('');
  await killed.killHard();
  expect(await clusterFolders()).toEqual([expect.stringMatching(/^postgres\.init-/)]);

  const postgres = await startTestPostgres(fresh.path);
  expect(postgres.logged()).toContain('removed the leftovers of an interrupted first start');
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dirname(postgres.clusterFolder))).toEqual(['postgres', 'secrets']);
  await postgres.stop();
});
