import { SafeMessageError } from '../../../errors/safe-message-error.ts';

/** A start that cannot go on: the message is one plain sentence for whoever started the product. */
export class EmbeddedPostgresError extends SafeMessageError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

const folderErrors: [pattern: RegExp, sentence: (folder: string) => string][] = [
  [
    /ENOSPC|No space left on device/,
    (folder) => `The disk of the data folder ${folder} is full. Free some space.`,
  ],
  [
    /EROFS|Read-only file system/,
    (folder) => `The data folder ${folder} is on a read-only disk. Set DATA_DIR to one that can be written.`,
  ],
  [
    /EACCES|EPERM|Permission denied|Operation not permitted|wrong ownership/,
    (folder) =>
      `The data folder ${folder} belongs to somebody else or is closed to writing. Start as its owner, or set DATA_DIR.`,
  ],
  [
    /EEXIST|ENOTDIR|Not a directory/,
    (folder) =>
      `The data folder ${folder} cannot be one: there is a file in its place. Set DATA_DIR to another.`,
  ],
  [
    /ENOENT.*mkdir/,
    (folder) =>
      `The data folder ${folder} cannot be made: its disk is read-only or gone. Set DATA_DIR to another.`,
  ],
];

/** The sentence for a fault of the disk, found in a system error or in what PostgreSQL wrote; else undefined. */
export function folderError(folder: string, found: unknown): EmbeddedPostgresError | undefined {
  const text = found instanceof Error && 'code' in found ? `${found.code} ${found.message}` : String(found);
  const match = folderErrors.find(([pattern]) => pattern.test(text));
  return match && new EmbeddedPostgresError(match[1](folder), { cause: found });
}

/** Runs a step on a folder and turns what the disk refuses into its sentence. */
export async function withFolderErrors<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw folderError(folder, error) ?? error;
  }
}
