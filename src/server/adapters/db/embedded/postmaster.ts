import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '#server/errors/safe-message-error.ts';

const run = promisify(execFile);

type Postmaster = Readonly<{ pid: number; port: number; status: string }>;

const pidFileOf = (clusterFolder: string) => join(clusterFolder, 'postmaster.pid');

async function readText(clusterFolder: string): Promise<string | undefined> {
  try {
    return await readFile(pidFileOf(clusterFolder), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The lines of postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, status. */
function parse(text: string): Postmaster {
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] || 'starting' };
}

export async function readPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readText(clusterFolder);
  return text ? parse(text) : undefined;
}

/** A custom setting that stores the cluster's path in a running PostgreSQL, even if it started in a closed folder. */
export const clusterFolderSetting = 'escriba.place';

/** Checks the command line, because after a reboot the pid may belong to an unrelated process. */
export async function isPostmasterOf(clusterFolder: string, pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    if (process.platform === 'linux') {
      const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      return args.includes(clusterFolder) || args.includes(`${clusterFolderSetting}=${clusterFolder}`);
    }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.includes(clusterFolder);
  } catch {
    return false;
  }
}

/** A lock file is empty only while PostgreSQL writes it. PostgreSQL does not remove an older empty one, so we do. */
const emptyForMs = 5_000;

/**
 * Removes a lock file whose process is not this cluster's PostgreSQL. PostgreSQL removes it only if no process has
 * that pid, and trusts any live process of its user. Moves the file first and checks it afterwards: if another
 * process wrote a valid one in between, that file is restored.
 */
export async function removeStaleLock(clusterFolder: string): Promise<boolean> {
  const judged = await readText(clusterFolder);
  if (judged === undefined || (await isPostmasterOf(clusterFolder, parse(judged).pid))) return false;
  const path = pidFileOf(clusterFolder);
  if (judged === '' && Date.now() - (await stat(path)).mtimeMs < emptyForMs) return false;
  const aside = `${path}.stale-${process.pid}`;
  await rename(path, aside).catch(() => {});
  const moved = await readFile(aside, 'utf8').catch(() => undefined);
  if (moved !== undefined && moved !== judged) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  return moved === judged;
}
