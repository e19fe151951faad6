import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { isOpenHere, touchEveryMs } from '../run/sound-folder.ts';

/** Each process touches its sound folder while in use, on every machine that shares the disk. */
const untouchedMs = 10 * touchEveryMs;
/** Reading a fetched file leaves no trace, so wait longer than any read may take. */
const fetchedMs = 24 * hourMs;
/** Upload parts are deleted once sent, and the server cuts an idle connection long before this. */
const sendingMs = hourMs;
const named = ['fetched', 'sending'];

async function sweepFolder({ log }: Pick<Deps, 'log'>, folder: string, keptMs: number) {
  const before = Date.now() - keptMs;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (named.includes(name) || found === undefined || found.mtimeMs > before || isOpenHere(path)) continue;
    // One failed removal must not block the others or the start of a process.
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      log.error({ err: error }, 'the sweep could not remove an entry of the work folder');
    });
  }
}

/** Removes decoded sound, fetched files and unsent parts of killed processes. */
async function sweepWorkFolder({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<void> {
  const work = join(config.dataDir, 'work');
  await sweepFolder({ log }, work, untouchedMs);
  await sweepFolder({ log }, join(work, 'fetched'), fetchedMs);
  await sweepFolder({ log }, join(work, 'sending'), sendingMs);
}

type Options = { everyMs?: number };

/** Each process sweeps its own disk, because only one process on one machine runs the queued sweep. */
export async function startWorkFolderSweep(
  deps: Pick<Deps, 'config' | 'log'>,
  { everyMs = hourMs }: Options = {},
) {
  await sweepWorkFolder(deps);
  const sweeping = setInterval(() => {
    sweepWorkFolder(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the sweep of the work folder failed');
    });
  }, everyMs);
  sweeping.unref();
  return { close: () => clearInterval(sweeping) };
}
