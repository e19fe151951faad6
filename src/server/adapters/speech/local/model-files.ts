import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SafeMessageError } from '../../../errors/safe-message-error.ts';
import type { LocalModel } from './models.ts';

export type ModelErrorKind =
  | 'disk_full'
  | 'folder_unusable'
  /** What was fetched is not the model: its size or its SHA-256 is another. */
  | 'wrong_content'
  /** The server says no: 401, 403, 404 and their like, however often it is asked. */
  | 'refused'
  | 'unreachable';

/** Why a model is not here, in a sentence for the log. */
export class ModelError extends SafeMessageError {
  readonly kind: ModelErrorKind;

  constructor(kind: ModelErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.kind = kind;
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** The faults of the disk have names of their own; any other error is nobody's we know. */
export function toDiskError(error: unknown, folder: string): ModelError | undefined {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelError('disk_full', `there is no room left for the model in ${folder}`, { cause: error });
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO'].includes(code))
    return new ModelError('folder_unusable', `the model cannot be written to ${folder} (${code})`, {
      cause: error,
    });
  return undefined;
}

export type ModelPaths = Readonly<{
  folder: string;
  /** The model itself, once it is whole and checked. */
  path: string;
  /** What has come so far. */
  part: string;
  /** Size and time of the file whose hash was found right, so that it is not read whole at each start. */
  verified: string;
  lock: string;
}>;

export function modelPaths(dataDir: string, { file }: Pick<LocalModel, 'file'>): ModelPaths {
  const folder = join(dataDir, 'models');
  const path = join(folder, file);
  return {
    folder,
    path,
    part: `${path}.part`,
    verified: `${path}.verified`,
    lock: `${path}.lock`,
  };
}

const VerifiedSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), sha256: z.string() });

/** Reads two small things from the disk, so that it may be asked at any moment; another process may have fetched it. */
export function isVerified({ path, verified }: ModelPaths, model: Pick<LocalModel, 'bytes' | 'sha256'>) {
  try {
    const { size, mtimeMs } = statSync(path);
    const marker = VerifiedSchema.parse(JSON.parse(readFileSync(verified, 'utf8')));
    return (
      size === model.bytes &&
      marker.bytes === size &&
      marker.mtimeMs === mtimeMs &&
      marker.sha256 === model.sha256
    );
  } catch {
    return false;
  }
}

export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576, signal })) hash.update(piece);
  return hash.digest('hex');
}

export async function markVerified({ path, verified }: ModelPaths, sha256: string) {
  const { size: bytes, mtimeMs } = await stat(path);
  // Two containers have the same process id, and may share the folder.
  const beside = `${verified}.${randomUUID()}`;
  try {
    await writeFile(beside, JSON.stringify({ bytes, mtimeMs, sha256 }));
    await rename(beside, verified);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** How much of it has come, whoever is fetching it. */
export function fetchedBytes({ part }: ModelPaths): number {
  return statSync(part, { throwIfNoEntry: false })?.size ?? 0;
}
