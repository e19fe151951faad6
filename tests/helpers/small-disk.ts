import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const megabyte = 1_048_576;

/** Returns the reason why this machine cannot mount a small disk, which needs Linux and root. */
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

/** Mounts a real, small file system that fills up quickly. */
export async function smallDisk({ megabytes }: { megabytes: number }) {
  const parent = await mkdtemp(join(tmpdir(), 'escriba-small-'));
  const path = join(parent, 'disk');
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).catch(async (error) => {
    await rm(parent, { recursive: true, force: true });
    throw error;
  });
  const ballast = join(path, 'ballast');
  let filled = Promise.resolve();
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    /**
     * Fills the disk until only `leftBytes` are free. One call at a time: a client that repeats a slow request
     * would otherwise start two, and both would write into the same free space.
     */
    fillBut: (leftBytes: number) => {
      filled = filled.then(async () => {
        await rm(ballast, { force: true });
        await writeFile(ballast, Buffer.alloc(Math.max(0, (await freeBytes()) - leftBytes)));
      });
      return filled;
    },
    makeRoom: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      // Unmount lazily, because an open file would otherwise keep it mounted.
      await run('umount', ['--lazy', path]);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
