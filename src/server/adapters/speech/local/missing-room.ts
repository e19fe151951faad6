import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import {
  type FetchFault,
  type FilePaths,
  isFileVerified,
  modelPaths,
  type Obstacle,
  partBytes,
} from './model-files.ts';
import type { FetchableModel } from './models.ts';

/** The server, its worker, PostgreSQL and ffmpeg at work. */
const restOfEscribaBytes = 500_000_000;

/** Stays free, because a completely full disk would stop the database. */
const spareDiskBytes = 67_108_864;

/** A container may have less memory than its machine. */
function machineMemoryBytes() {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const tenthBytes = 100_000_000;

/** The need is rounded up and the rest down: otherwise a machine with 2.47 GB lacks 2.5 GB and has 2.5 GB. */
const gigabytes = (bytes: number, round: (tenths: number) => number) =>
  `${(round(bytes / tenthBytes) / 10).toFixed(1)} GB`;

/** Says what the machine lacks. All its memory counts, so that each start on it chooses the same model. */
export function missingMemory(
  { label, memoryBytes }: FetchableModel,
  /** Of a model that runs at the same time. */
  besideBytes = 0,
): Obstacle | undefined {
  const needed = memoryBytes + besideBytes + restOfEscribaBytes;
  const there = machineMemoryBytes();
  if (needed <= there) return undefined;
  const [needs, has] = [gigabytes(needed, Math.ceil), gigabytes(there, Math.floor)];
  return { reason: `${label} needs a machine with ${needs} of memory, and this one has ${has}` };
}

/** A copy from a folder begins at its first byte, beside the part of a download. */
function bytesToFetch(file: FilePaths, { isCopy = false } = {}): number {
  // A file that an operator put there counts too. The worker hashes it before its first use.
  const isThere = isFileVerified(file) || statSync(file.path, { throwIfNoEntry: false })?.size === file.bytes;
  return isThere ? 0 : Math.max(0, file.bytes - (isCopy ? 0 : partBytes(file)));
}

/** A look that reads no file and writes no mark. */
export const seemsComplete = (model: FetchableModel, dataDir: string) =>
  modelPaths(dataDir, model).files.every((file) => bytesToFetch(file) === 0);

/** Says how much the disk lacks for the files that are not there yet. */
export async function missingDisk(
  model: FetchableModel,
  dataDir: string,
  how: { isCopy?: boolean } = {},
): Promise<FetchFault | undefined> {
  const { folder, files } = modelPaths(dataDir, model);
  const bytes = files.reduce((sum, file) => sum + bytesToFetch(file, how), 0);
  if (bytes === 0) return undefined;
  // The models may have a disk of their own. script/models looks before there is any folder.
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  const missing = bytes + spareDiskBytes - bavail * bsize;
  if (missing <= 0) return undefined;
  const more = `needs ${Math.ceil(missing / 1_000_000)} MB more for ${model.label}`;
  return {
    kind: 'disk',
    reason: `the disk of the speech models ${more}`,
    detail: `the disk of ${there} ${more}`,
  };
}
