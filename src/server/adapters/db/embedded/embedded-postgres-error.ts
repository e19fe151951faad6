import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** A fatal start error. Its message is one plain sentence for the operator. */
export class EmbeddedPostgresError extends SafeMessageError {}

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
      `The data folder ${folder} belongs to another user or is not writable. Start as its owner, or set DATA_DIR.`,
  ],
  [
    /EEXIST|ENOTDIR|Not a directory/,
    (folder) =>
      `The data folder ${folder} is not a folder: a file has this path. Set DATA_DIR to another path.`,
  ],
  [
    /ENOENT.*mkdir/,
    (folder) =>
      `The data folder ${folder} cannot be created: its disk is read-only or gone. Set DATA_DIR to another path.`,
  ],
];

/** Maps a disk fault, in a system error or in PostgreSQL's output, to its sentence. Undefined for other errors. */
export function folderError(folder: string, found: unknown): EmbeddedPostgresError | undefined {
  const text = found instanceof Error && 'code' in found ? `${found.code} ${found.message}` : String(found);
  const match = folderErrors.find(([pattern]) => pattern.test(text));
  return match && new EmbeddedPostgresError(match[1](folder), { cause: found });
}

/** Runs a step on a folder and maps disk errors to their sentences. */
export async function withFolderErrors<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw folderError(folder, error) ?? error;
  }
}
