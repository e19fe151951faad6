import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { minuteMs } from '#domain/format/durations.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';

/** Longer than any first start. After this time, another process has reused the pid in the folder's name. */
const abandonedAfterMs = 10 * minuteMs;

const ours = new Set<string>();

async function isAbandoned(path: string): Promise<boolean> {
  if (ours.has(path)) return false;
  const pid = Number(/-(\d+)-[0-9a-f]+$/.exec(path)?.[1]);
  // Containers reuse pids, so a folder with our pid that we did not create belongs to an earlier run.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return Date.now() - (await stat(path)).mtimeMs > abandonedAfterMs;
  } catch (error) {
    return codeOf(error) !== 'EPERM';
  }
}

/** Removes the leftovers of killed processes beside `target`. */
export async function removeAbandoned(target: string): Promise<string[]> {
  const names = await readdir(dirname(target));
  const temporaryNames = names.filter((name) => name.startsWith(`${basename(target)}.init-`));
  const removed: string[] = [];
  for (const name of temporaryNames) {
    const path = join(dirname(target), name);
    if (!(await isAbandoned(path))) continue;
    // A child of the killed process may still be writing. The next start removes the rest.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
    removed.push(path);
  }
  return removed;
}

/** Runs `work` with a temporary folder beside `target`, and removes the folder afterwards. */
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
