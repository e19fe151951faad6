import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../deps.ts';
import { isOpenHere, touchEveryMs } from '../run/sound-folder.ts';

const hourMs = 3_600_000;
/** Folders of sound are touched while they are in use, by whichever process on whichever machine shares the disk. */
const untouchedMs = 10 * touchEveryMs;
/** A fetched file is only read, which leaves no trace: longer than any reading of it may take. */
const fetchedMs = 24 * hourMs;
/** Parts of uploads are written as they come and gone once they are sent: an idle line is cut long before. */
const sendingMs = hourMs;
const named = ['fetched', 'sending'];

async function sweepFolder({ log }: Pick<Deps, 'log'>, folder: string, keptMs: number) {
  const before = Date.now() - keptMs;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (named.includes(name) || found === undefined || found.mtimeMs > before || isOpenHere(path)) continue;
    // One that stays must keep neither the others nor the start of a process.
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      log.error({ err: error }, 'something in the work folder could not be removed');
    });
  }
}

/** Decoded sound, fetched files and unsent parts of processes that were killed. */
async function sweepWorkFolder({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<void> {
  const work = join(config.dataDir, 'work');
  await sweepFolder({ log }, work, untouchedMs);
  await sweepFolder({ log }, join(work, 'fetched'), fetchedMs);
  await sweepFolder({ log }, join(work, 'sending'), sendingMs);
}

type Options = { everyMs?: number };

/** By each process on its own disk: the sweep of the queue is done by one of them, on one machine. */
export async function startWorkFolderSweep(
  deps: Pick<Deps, 'config' | 'log'>,
  { everyMs = hourMs }: Options = {},
) {
  await sweepWorkFolder(deps);
  const sweeping = setInterval(() => {
    sweepWorkFolder(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the work folder could not be swept');
    });
  }, everyMs);
  sweeping.unref();
  return { close: () => clearInterval(sweeping) };
}
