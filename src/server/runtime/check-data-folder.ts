import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file, because a full disk or a read-only mount passes every other check. */
export async function checkDataFolder(dataDir: string) {
  // A random name, because two containers may share the folder and have the same process id.
  const trial = join(dataDir, `.trial-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(trial, 'x'.repeat(4_096));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} cannot be written to (${reason}). Free disk space, fix its permissions, or choose another one with DATA_DIR=…`,
      { cause: error },
    );
  } finally {
    // Also after a partial write to a full disk: otherwise each start would leave a file.
    await rm(trial, { force: true }).catch(() => undefined);
  }
}
