import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { StorageError } from './storage.ts';

const measuredForMs = 200;
const minReserveBytes = 2_000_000_000;
const reserveShare = 0.05;
/** Work on accepted files may use the rest of the reserve, but this part stays for the database and the system. */
const keptShareForWork = 0.25;

export type DiskReserve = Readonly<{
  /** Throws a StorageError 'full' if a new file of this size would use the reserve. */
  requireForUpload: (bytes?: number) => Promise<void>;
  /** Called before upload bytes are written: many uploads that started above the reserve could fill the disk. */
  take: (bytes: number) => Promise<void>;
  /** True if work on an accepted file may write this many bytes. */
  holdsWork: (bytes: number) => Promise<boolean>;
  /** `holdsWork`, but throws a StorageError 'full'. */
  requireForWork: (bytes: number) => Promise<void>;
  figures: () => Promise<readonly DiskFigures[]>;
}>;

type DiskFigures = Readonly<{ folder: string; freeBytes: number; totalBytes: number; reserveBytes: number }>;

async function figuresOf(folder: string, reserveBytes: number | undefined): Promise<DiskFigures> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const usual = Math.max(minReserveBytes, reserveShare * blocks * bsize);
  return {
    folder,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    reserveBytes: reserveBytes ?? usual,
  };
}

type DiskReserveOptions = {
  /** The data folder, and the folder of the files if that is a different one. */
  folders: readonly string[];
  /** Defaults to the larger of 2 GB and 5 % of the file system. */
  reserveBytes: number | undefined;
  log: Pick<Logger, 'error' | 'info'>;
};

/** Without a reserve, one account could fill the disk, and the database with all texts would stop. */
export function openDiskReserve({ folders, reserveBytes, log }: DiskReserveOptions): DiskReserve {
  let left = 0;
  let measuredAtMs = Number.NEGATIVE_INFINITY;
  let isLow = false;

  const readFigures = async () => Promise.all(folders.map((folder) => figuresOf(folder, reserveBytes)));

  async function measure() {
    const figures = await readFigures();
    left = Math.min(...figures.map(({ freeBytes, reserveBytes: kept }) => freeBytes - kept));
    measuredAtMs = performance.now();
    if (left < 0 && !isLow) log.error({ figures }, 'the disk is below its reserve: uploads are refused');
    if (left >= 0 && isLow) log.info({ figures }, 'the disk is above its reserve: uploads resume');
    isLow = left < 0;
  }

  /** Concurrent callers share one check, because separate checks would hand out the same space twice. */
  let measuring: Promise<void> | undefined;
  const measureOnce = () => {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };

  async function holdsWork(bytes: number) {
    const figures = await readFigures();
    return figures.every(({ freeBytes, reserveBytes: kept }) => freeBytes - bytes >= kept * keptShareForWork);
  }

  return {
    async requireForUpload(bytes = 0) {
      await measureOnce();
      if (left < bytes) throw new StorageError('full');
    },
    async take(bytes) {
      if (left < bytes || performance.now() - measuredAtMs > measuredForMs) await measureOnce();
      if (left < bytes) throw new StorageError('full');
      left -= bytes;
    },
    holdsWork,
    figures: readFigures,
    async requireForWork(bytes) {
      if (!(await holdsWork(bytes))) throw new StorageError('full');
    },
  };
}
