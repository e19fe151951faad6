import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const megabyte = 1_048_576;

/** Why this machine cannot make one; only root may, and only Linux has it. */
export async function noSmallDiskBecause(): Promise<string | undefined> {
  if (process.platform !== 'linux')
    return 'a disk of a few megabytes is made with tmpfs, which only Linux has';
  if (process.getuid?.() !== 0) return 'only root may mount a disk of a few megabytes';
  try {
    await using _disk = await smallDisk({ megabytes: 1 });
    return undefined;
  } catch (error) {
    return `this machine mounts no disk of a few megabytes: ${error instanceof Error ? error.message : error}`;
  }
}

/** A real file system that is soon full. */
export async function smallDisk({ megabytes }: { megabytes: number }) {
  const parent = await mkdtemp(join(tmpdir(), 'escriba-small-'));
  const path = join(parent, 'disk');
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).catch(async (error) => {
    await rm(parent, { recursive: true, force: true });
    throw error;
  });
  const ballast = join(path, 'ballast');
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    /** Something else takes the room, but for so much. */
    fillBut: async (leftBytes: number) => {
      await rm(ballast, { force: true });
      await writeFile(ballast, Buffer.alloc(Math.max(0, (await freeBytes()) - leftBytes)));
    },
    makeRoom: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      // Lazily: what somebody still has open must not keep it mounted for ever.
      await run('umount', ['--lazy', path]);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
