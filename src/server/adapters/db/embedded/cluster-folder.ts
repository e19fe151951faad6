import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chown, mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { EmbeddedPostgresError, withFolderErrors } from './embedded-postgres-error.ts';
import { canEnter, canEnterFromInside, findOwner, type Owner } from './postgres-system-user.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import { inTemporaryFolder } from './temporary-folders.ts';

const run = promisify(execFile);

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** For another disk: copies, syncs and then renames, so that an interrupted copy never looks complete. */
async function copyTo(clusterFolder: string, old: string) {
  await inTemporaryFolder(clusterFolder, async (folder) => {
    const copy = join(folder, 'cluster');
    await run('cp', ['-a', old, copy]);
    await run('sync', []);
    await rename(copy, clusterFolder);
    // The caller deletes the old folder next. After a power cut, the deletion must not survive without the rename.
    await run('sync', []);
  });
}

type MoveOptions = {
  dataDir: string;
  clusterFolder: string;
  /** False if PostgreSQL cannot start in the data folder. */
  movable: () => Promise<boolean>;
  log: Logger;
};

/**
 * Earlier releases kept the cluster of a closed data folder below /var/lib, and its path in `postgres-place`. This
 * moves it into the data folder. Returns the old path if the cluster must stay there for now.
 */
async function moveClusterInside({
  dataDir,
  clusterFolder,
  movable,
  log,
}: MoveOptions): Promise<string | undefined> {
  const memory = join(dataDir, 'postgres-place');
  const home = (await readFile(memory, 'utf8').catch(() => '')).trim();
  if (home === '') return undefined;
  const forget = () => rm(memory, { force: true });
  const old = join(home, 'postgres');
  if (await exists(join(clusterFolder, 'PG_VERSION'))) {
    await forget();
    return undefined;
  }
  if (!(await exists(join(old, 'PG_VERSION')))) {
    if (!(await exists(home)))
      throw new EmbeddedPostgresError(
        `The database of the data folder ${dataDir} was kept in ${home}, which is gone: put it back. To begin with no accounts, remove ${memory}.`,
      );
    await forget();
    return undefined;
  }
  const running = await readPostmaster(old);
  if (running !== undefined && (await isPostmasterOf(old, running.pid))) {
    log.warn(`the database runs in ${old}, outside ${dataDir}: the next start after a stop moves it inside`);
    return old;
  }
  if (!(await movable())) {
    log.warn(`the database stays in ${old}, outside ${dataDir}: copy and delete both folders together`);
    return old;
  }
  await withFolderErrors(dataDir, async () => {
    try {
      await rename(old, clusterFolder).catch((error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error;
        return copyTo(clusterFolder, old);
      });
    } catch (error) {
      // A concurrent start may have moved it first.
      if (!(await exists(join(clusterFolder, 'PG_VERSION')))) throw error;
    }
  });
  await forget();
  await rm(old, { recursive: true, force: true });
  await rmdir(home).catch(() => undefined);
  log.warn(`the database was moved from ${old} to ${clusterFolder}: DATA_DIR holds every account now`);
  return undefined;
}

type LeftOptions = { dataDir: string; systemFolder: string; used: string | undefined; log: Logger };

/** A data folder deleted under an earlier release left its accounts outside. Its owner should know. */
async function warnOfLeftoverClusters({ dataDir, systemFolder, used, log }: LeftOptions) {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const names = await readdir(systemFolder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`data-${key}-`))) {
    if (used !== undefined && basename(dirname(used)) === name) continue;
    const left = join(systemFolder, name);
    if (!(await exists(join(left, 'postgres', 'PG_VERSION')))) continue;
    log.warn(
      `${left} still holds the accounts of an earlier data folder at ${dataDir}, and is not used: delete it, or keep it as a backup`,
    );
  }
}

type ClusterFolder = Readonly<{
  dataDir: string;
  clusterFolder: string;
  owner: Owner;
  /** The owner cannot traverse the parent folders, so each binary starts with its working directory inside. */
  closed: boolean;
}>;

type ChooseOptions = { dataDir: string; systemFolder: string; log: Logger };

/** Tests with a folder like the future cluster: same owner, below the data folder. */
async function canStartInside(owner: Owner, clusterFolder: string): Promise<boolean> {
  if (owner === undefined) return true;
  return inTemporaryFolder(clusterFolder, async (folder) => {
    await chown(folder, owner.uid, owner.gid);
    return canEnterFromInside(owner, folder);
  });
}

/** The cluster is in the data folder, so that copying or deleting that folder includes every account. */
export async function chooseClusterFolder(options: ChooseOptions): Promise<ClusterFolder> {
  const dataDir = await withFolderErrors(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true });
    return realpath(options.dataDir);
  });
  const clusterFolder = join(dataDir, 'postgres');
  const isComplete = () => exists(join(clusterFolder, 'PG_VERSION'));
  const existing = (await isComplete()) ? clusterFolder : undefined;
  const owner = await findOwner(existing);
  if (owner === undefined) return { dataDir, clusterFolder, owner, closed: false };

  const closed = !(await canEnter(owner, existing ?? dataDir));
  const outside = await moveClusterInside({
    ...options,
    dataDir,
    clusterFolder,
    movable: () => canStartInside(owner, clusterFolder),
  });
  await warnOfLeftoverClusters({ ...options, dataDir, used: outside });
  if (outside !== undefined)
    return { dataDir, clusterFolder: outside, owner: await findOwner(outside), closed: false };
  if (closed && !(await withFolderErrors(dataDir, () => canStartInside(owner, clusterFolder))))
    throw new EmbeddedPostgresError(
      `The system user of PostgreSQL cannot reach the data folder ${dataDir}. Start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  return {
    dataDir,
    clusterFolder,
    owner: (await isComplete()) ? await findOwner(clusterFolder) : owner,
    closed,
  };
}
