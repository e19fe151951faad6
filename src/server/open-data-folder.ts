import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tried by writing, since a full disk and a read-only mount look writable to every other question. */
export async function openDataFolder(dataDir: string) {
  const trial = join(dataDir, `.trial-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(trial, 'x'.repeat(4_096));
    await rm(trial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} cannot be written to (${reason}). Give it room and rights, or choose another one with DATA_DIR=…`,
      { cause: error },
    );
  }
}
