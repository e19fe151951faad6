import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';

const dayMs = 86_400_000;
/** Longer than any job may take, for other processes that share the folder. */
const keptMs = dayMs;

/** Decoded sound and fetched files of a process that was killed: done at the start of the next one on this machine. */
export async function sweepWorkFolder({ config }: Pick<Deps, 'config'>): Promise<void> {
  const work = join(config.dataDir, 'work');
  const before = Date.now() - keptMs;
  for (const folder of [work, join(work, 'fetched')]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (name === 'fetched' || found === undefined || found.mtimeMs > before) continue;
      await rm(path, { recursive: true, force: true });
    }
  }
}
