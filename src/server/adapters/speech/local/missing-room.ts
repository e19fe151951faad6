import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type FilePaths, isFileVerified, modelPaths, partBytes } from './model-files.ts';
import type { LocalModel } from './models.ts';

/** The server, its worker, PostgreSQL and ffmpeg at work. */
const restOfEscribaBytes = 500_000_000;

/** Stays free, because a completely full disk would stop the database. */
const spareDiskBytes = 67_108_864;

/** A container may have less memory than its machine. */
function machineMemoryBytes() {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`;

/** Says what the machine lacks. All its memory counts, so that each start on it chooses the same model. */
export function missingMemory({ label, memoryBytes }: LocalModel): string | undefined {
  const needed = memoryBytes + restOfEscribaBytes;
  const there = machineMemoryBytes();
  if (needed <= there) return undefined;
  return `${label} needs a machine with ${gigabytes(needed)} of memory, and this one has ${gigabytes(there)}`;
}

function bytesToFetch(file: FilePaths): number {
  // A file that an operator put there counts too. The worker hashes it before its first use.
  const isThere = isFileVerified(file) || statSync(file.path, { throwIfNoEntry: false })?.size === file.bytes;
  return isThere ? 0 : Math.max(0, file.bytes - partBytes(file));
}

/** Says how much the disk lacks for the files that are not there yet. */
export async function missingDisk(model: LocalModel, dataDir: string): Promise<string | undefined> {
  const { folder, files } = modelPaths(dataDir, model);
  const bytes = files.reduce((sum, file) => sum + bytesToFetch(file), 0);
  if (bytes === 0) return undefined;
  // The models may have a disk of their own.
  const there = [folder, join(dataDir, 'models')].find((path) => existsSync(path)) ?? dataDir;
  const { bavail, bsize } = await statfs(there);
  const missing = bytes + spareDiskBytes - bavail * bsize;
  if (missing <= 0) return undefined;
  return `the disk of ${there} needs ${Math.ceil(missing / 1_000_000)} MB more for ${model.label}`;
}
