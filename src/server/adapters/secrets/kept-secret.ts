import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writtenOnce } from './written-once.ts';

/** A secret that nobody had to choose: made at random the first time and kept for the owner's eyes only. */
export async function keptSecret({ dataDir, name }: { dataDir: string; name: string }): Promise<string> {
  const folder = join(dataDir, 'secrets');
  await mkdir(dataDir, { recursive: true });
  // Not in the same call: a recursive one says "no such file" where the truth is "read-only disk".
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return writtenOnce({ path: join(folder, name), mode: 0o600, make: () => randomBytes(32).toString('hex') });
}
