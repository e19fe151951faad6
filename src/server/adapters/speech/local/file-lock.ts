import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { abortableDelay } from '#server/concurrency/abort-signals.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';

/** The holder touches the lock this often. A lock untouched for much longer belongs to a dead process. */
const touchMs = 2_000;
const staleMs = 15_000;
const pollMs = 250;

async function take(path: string, token: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(token);
    } catch (error) {
      // On a full disk an empty lock would stay, and for 15 s say that a process fetches the model.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the lock aside before checking it: of two processes that see it stale, the second may have moved a new one. */
async function removeIfStale(path: string, token: string) {
  const [seen, found] = await Promise.all([
    readFile(path, 'utf8').catch(() => undefined),
    stat(path).catch(() => undefined),
  ]);
  if (found === undefined || Date.now() - found.mtimeMs < staleMs) return;
  const aside = `${path}.${token}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== seen) await link(aside, path).catch(() => {});
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * A lock between processes, even on different machines that share the folder. So the file's time marks a living
 * holder: a process id would mean nothing in another container.
 */
export async function withFileLock<T>(
  path: string,
  { signal, work }: { signal: AbortSignal; work: () => Promise<T> },
) {
  const token = randomUUID();
  while (!(await take(path, token))) {
    await removeIfStale(path, token);
    await abortableDelay(pollMs, signal);
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, touchMs);
  touching.unref();
  try {
    return await work();
  } finally {
    clearInterval(touching);
    // Only our own: after a sleep past the limit, another process may hold the lock.
    if ((await readFile(path, 'utf8').catch(() => undefined)) === token) await rm(path, { force: true });
  }
}

export function isLocked(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs < staleMs;
}
