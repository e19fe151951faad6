import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Longer than any first start takes: past it, the number in the name is another process's by now. */
const abandonedAfterMs = 10 * 60_000;

const ours = new Set<string>();

async function isAbandoned(path: string): Promise<boolean> {
  if (ours.has(path)) return false;
  const pid = Number(/-(\d+)-[0-9a-f]+$/.exec(path)?.[1]);
  // In a container the numbers begin anew, so a folder with ours that we did not make is an earlier run's.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return Date.now() - (await stat(path)).mtimeMs > abandonedAfterMs;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'EPERM';
  }
}

/** What a killed process left half made beside `target`. */
export async function removeAbandoned(target: string): Promise<string[]> {
  const names = await readdir(dirname(target));
  const beside = names.filter((name) => name.startsWith(`${basename(target)}.init-`));
  const removed: string[] = [];
  for (const name of beside) {
    const path = join(dirname(target), name);
    if (!(await isAbandoned(path))) continue;
    // Its last child may still be writing: what cannot go now goes at the next start.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
    removed.push(path);
  }
  return removed;
}

/** A folder beside `target` to build in; the work gets its path, and it is gone afterwards. */
export async function inTemporaryFolder<T>(target: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = `${target}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  ours.add(folder);
  try {
    await mkdir(folder, { mode: 0o755 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
    ours.delete(folder);
  }
}
