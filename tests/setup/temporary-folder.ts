import { access, chmod, constants, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf, readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';

/** The prefix of every temporary folder, followed by the pid of its process. */
const prefix = 'escriba-tmp-';

/** Ends the PostgreSQL of a folder that is about to be deleted, without waiting for its shutdown writes. */
export async function endPostgresIn(clusterFolder: string) {
  const found = await readPostmaster(clusterFolder).catch(() => undefined);
  if (found === undefined || !(await isPostmasterOf(clusterFolder, found.pid))) return;
  process.kill(found.pid, 'SIGQUIT');
  for (let tries = 0; tries < 500 && (await isPostmasterOf(clusterFolder, found.pid)); tries += 1)
    await delay(10);
}

/** Removes a data folder and its database, which lies elsewhere if the postgres user cannot enter the folder. */
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
const roomyBytes = 1_073_741_824;

/** Copying a database creates hundreds of files: memory is ten times faster, but scarce in containers. */
async function memoryIsRoomy(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize > roomyBytes;
  } catch {
    return false;
  }
}

type FolderOptions = {
  /** Use memory if there is room, for data that is written often and not needed later. */
  fast?: boolean;
  /** The last part of the path, for names that are hard to handle. */
  name?: string;
  /** Closed to other users, like a folder below /root. */
  closed?: boolean;
};

/** A temporary data folder; disposing also ends its PostgreSQL, even if that is kept elsewhere. */
export async function temporaryFolder({ name = 'data', closed = false, fast = false }: FolderOptions = {}) {
  const base = fast && (await memoryIsRoomy()) ? memoryFolder : tmpdir();
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Killed runs leave PostgreSQL servers behind: the next run ends them and frees their disk space. */
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
