import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tried by writing, since a full disk and a read-only mount look writable to every other question. */
export async function checkDataFolder(dataDir: string) {
  // Two containers have the same process id, and may share the folder.
  const trial = join(dataDir, `.trial-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(trial, 'x'.repeat(4_096));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} cannot be written to (${reason}). Give it room and rights, or choose another one with DATA_DIR=…`,
      { cause: error },
    );
  } finally {
    // What a full disk took a part of, too: each start would leave one.
    await rm(trial, { force: true }).catch(() => undefined);
  }
}
