import { access, chmod, constants, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf, readPostmaster } from '#server/adapters/db/embedded/postmaster.ts';

/** Begins every temporary folder of ours, followed by the process that made it. */
const prefix = 'escriba-tmp-';

/** Ends the PostgreSQL of a folder that is about to be thrown away, without waiting for what it would still write. */
export async function endPostgresIn(place: string) {
  const found = await readPostmaster(place).catch(() => undefined);
  if (found === undefined || !(await isPostmasterOf(place, found.pid))) return;
  process.kill(found.pid, 'SIGQUIT');
  for (let tries = 0; tries < 500 && (await isPostmasterOf(place, found.pid)); tries += 1) await delay(10);
}

/** A data folder with all that belongs to it: the database may lie elsewhere when root cannot share the folder. */
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

/** Copying a database makes hundreds of files: in memory that takes a tenth of the time. Containers have little of it. */
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
  /** In memory where there is room: for what is written much and needed by nobody later. */
  fast?: boolean;
  /** The last part of the path, for names that are hard to handle. */
  name?: string;
  /** Closed to every other user, as a folder below /root is. */
  closed?: boolean;
};

/** A folder for a test to use as its data folder; disposing ends the PostgreSQL in it, wherever that is kept. */
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
    // Somebody else's process is alive all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Runs that were killed leave a PostgreSQL behind: the next run ends it and frees its disk. */
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
