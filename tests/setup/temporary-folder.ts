import { access, chmod, constants, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf, readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';

/** The name of every temporary folder has this prefix, followed by the pid of its process. */
const prefix = 'escriba-tmp-';

/** Ends the PostgreSQL of a folder before its deletion. It does not wait for the writes of an orderly shutdown. */
export async function endPostgresIn(clusterFolder: string) {
  const found = await readPostmaster(clusterFolder).catch(() => undefined);
  if (found === undefined || !(await isPostmasterOf(clusterFolder, found.pid))) return;
  process.kill(found.pid, 'SIGQUIT');
  for (let tries = 0; tries < 500 && (await isPostmasterOf(clusterFolder, found.pid)); tries += 1)
    await delay(10);
}

/** Removes a data folder and its database, which is in another folder if the postgres user cannot enter this one. */
async function removeDataFolder(dataDir: string) {
  const elsewhere = (await readFile(join(dataDir, 'postgres-place'), 'utf8').catch(() => '')).trim();
  await endPostgresIn(join(dataDir, 'postgres'));
  if (elsewhere !== '') {
    await endPostgresIn(join(elsewhere, 'postgres'));
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

const memoryFolder = '/dev/shm';
const minFreeMemoryBytes = 1_073_741_824;
/** Copying a database creates hundreds of files. Memory is ten times faster for that, but scarce in containers. */
async function hasFreeMemory(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize > minFreeMemoryBytes;
  } catch {
    return false;
  }
}

type FolderOptions = {
  /** Uses memory if enough is free. This suits data that a test writes often and does not need later. */
  fast?: boolean;
  /** The last part of the path, for tests of unusual names. */
  name?: string;
  /** Other users cannot enter the folder, as below /root. */
  closed?: boolean;
};

/** Creates a temporary data folder. Disposing of it also ends its PostgreSQL, even if that is in another folder. */
export async function temporaryFolder({ name = 'data', closed = false, fast = false }: FolderOptions = {}) {
  const base = fast && (await hasFreeMemory()) ? memoryFolder : tmpdir();
  const parent = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  await chmod(parent, closed ? 0o700 : 0o755);
  const path = join(parent, name);
  await mkdir(path);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await removeDataFolder(path);
      await rm(parent, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user, so it is alive.
    return codeOf(error) === 'EPERM';
  }
}

/** Ends the PostgreSQL servers of killed runs and frees their disk space. Each run calls this at its start. */
export async function clearAbandonedFolders(bases = [tmpdir(), memoryFolder]) {
  const listed = await Promise.all(bases.map((base) => readdir(base).catch(() => [])));
  const parents = listed.flatMap((names, index) => names.map((name) => join(bases[index] ?? '', name)));
  for (const parent of parents) {
    const pid = Number(new RegExp(`/${prefix}(\\d+)-[^/]+$`).exec(parent)?.[1]);
    if (!pid || isAlive(pid)) continue;
    for (const inner of await readdir(parent).catch(() => [])) await removeDataFolder(join(parent, inner));
    await rm(parent, { recursive: true, force: true });
  }
}
