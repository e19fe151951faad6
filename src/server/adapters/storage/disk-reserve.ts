import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { StorageError } from './storage.ts';

const lookedAtForMs = 200;
const minReserveBytes = 2_000_000_000;
const reserveShare = 0.05;
/** Work on accepted files may use the rest of the reserve; the database and the system need this part. */
const keptShareForWork = 0.25;

export type DiskReserve = Readonly<{
  /** Fails with a StorageError 'full' where a new file of so many bytes would need the reserve. */
  requireForUpload: (bytes?: number) => Promise<void>;
  /** Before bytes of an upload are written: many that began above the reserve must not fill the disk together. */
  take: (bytes: number) => Promise<void>;
  /** Whether work on an accepted file may write so many bytes. */
  holdsWork: (bytes: number) => Promise<boolean>;
  /** Fails with a StorageError 'full' where it may not. */
  requireForWork: (bytes: number) => Promise<void>;
}>;

type Figures = { freeBytes: number; reserveBytes: number };

async function figuresOf(folder: string, reserveBytes: number | undefined): Promise<Figures> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const usual = Math.max(minReserveBytes, reserveShare * blocks * bsize);
  return { freeBytes: bavail * bsize, reserveBytes: reserveBytes ?? usual };
}

type RoomOptions = {
  /** The data folder, and the folder of files where that is another. */
  folders: readonly string[];
  /** Undefined: the larger of 2 GB and 5 % of the file system. */
  reserveBytes: number | undefined;
  log: Pick<Logger, 'error' | 'info'>;
};

/** One account could fill a disk to the last byte, and the database with everyone's texts stops then. */
export function openDiskReserve({ folders, reserveBytes, log }: RoomOptions): DiskReserve {
  let left = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let isLow = false;

  const look = async () => Promise.all(folders.map((folder) => figuresOf(folder, reserveBytes)));

  async function lookAgain() {
    const figures = await look();
    left = Math.min(...figures.map(({ freeBytes, reserveBytes: kept }) => freeBytes - kept));
    lookedAtMs = performance.now();
    if (left < 0 && !isLow) log.error({ figures }, 'the disk is below its reserve: uploads are refused');
    if (left >= 0 && isLow) log.info({ figures }, 'the disk is above its reserve: uploads are taken again');
    isLow = left < 0;
  }

  /** One look for all that ask at once: each of its own would give away the same room again. */
  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= lookAgain().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  async function holdsWork(bytes: number) {
    const figures = await look();
    return figures.every(({ freeBytes, reserveBytes: kept }) => freeBytes - bytes >= kept * keptShareForWork);
  }

  return {
    async requireForUpload(bytes = 0) {
      await lookOnce();
      if (left < bytes) throw new StorageError('full');
    },
    async take(bytes) {
      if (left < bytes || performance.now() - lookedAtMs > lookedAtForMs) await lookOnce();
      if (left < bytes) throw new StorageError('full');
      left -= bytes;
    },
    holdsWork,
    async requireForWork(bytes) {
      if (!(await holdsWork(bytes))) throw new StorageError('full');
    },
  };
}
