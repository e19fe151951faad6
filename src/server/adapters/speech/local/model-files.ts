import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, SafeMessageError } from '#server/errors/safe-message-error.ts';
import type { ModelLack } from '../engine.ts';
import type { FetchableModel, ModelFile } from './models.ts';

export type ModelErrorKind =
  | 'disk_full'
  | 'folder_unusable'
  /** The downloaded file has the wrong size or SHA-256. */
  | 'wrong_content'
  /** A permanent refusal by the server: 401, 403, 404 and the like. */
  | 'refused'
  | 'unreachable'
  /** The folder that replaces the server lacks a file, or cannot be read. */
  | 'not_in_folder';

/** Why a model cannot serve on this machine. */
export type Obstacle = Readonly<{
  /** Has neither addresses nor paths, because the public health page shows it. */
  reason: string;
  /** For the log. */
  detail?: string;
}>;

/** Why a model that is absent cannot be fetched. */
export type FetchFault = Obstacle & Readonly<{ kind: Exclude<ModelLack, 'installed'> }>;

/** Says in one sentence for the log why a model is missing. */
export class ModelError extends SafeMessageError {
  readonly kind: ModelErrorKind;

  constructor(kind: ModelErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Maps disk errors. Returns undefined for all other errors. */
export function toDiskError(error: unknown, folder: string): ModelError | undefined {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelError('disk_full', `the disk of ${folder} is full`, { cause: error });
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO'].includes(code))
    return new ModelError('folder_unusable', `the model's folder ${folder} cannot be written to (${code})`, {
      cause: error,
    });
  return undefined;
}

export type FilePaths = ModelFile &
  Readonly<{
    /** The complete and verified file. */
    path: string;
    /** The partial download. */
    part: string;
    /** The partial copy from a folder. It has a name of its own, so that a download can still continue its part. */
    copy: string;
    /** Size and time of the verified file, so that the next start need not hash it again. */
    verified: string;
  }>;

export type ModelPaths = Readonly<{
  folder: string;
  files: readonly FilePaths[];
  lock: string;
}>;

export function modelPaths(
  dataDir: string,
  { folder: subfolder, files }: Pick<FetchableModel, 'folder' | 'files'>,
): ModelPaths {
  const all = join(dataDir, 'models');
  const folder = subfolder === undefined ? all : join(all, subfolder);
  return {
    folder,
    files: files.map((each) => {
      const path = join(folder, each.file);
      return { ...each, path, part: `${path}.part`, copy: `${path}.copy`, verified: `${path}.verified` };
    }),
    lock: join(all, `${subfolder ?? files[0]?.file}.lock`),
  };
}

const VerifiedSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), sha256: z.string() });

/** Cheap enough to call at any time (two small reads), because another process may have downloaded the file. */
export function isFileVerified({ path, verified, bytes, sha256 }: FilePaths): boolean {
  try {
    const { size, mtimeMs } = statSync(path);
    const marker = VerifiedSchema.parse(JSON.parse(readFileSync(verified, 'utf8')));
    return size === bytes && marker.bytes === size && marker.mtimeMs === mtimeMs && marker.sha256 === sha256;
  } catch {
    return false;
  }
}

export const isVerified = ({ files }: ModelPaths): boolean => files.every(isFileVerified);

export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576, signal })) hash.update(piece);
  return hash.digest('hex');
}

export async function markVerified({ path, verified, sha256 }: FilePaths) {
  const { size: bytes, mtimeMs } = await stat(path);
  // Containers may share the folder and have the same process id, so use a UUID.
  const temporaryPath = `${verified}.${randomUUID()}`;
  try {
    await writeFile(temporaryPath, JSON.stringify({ bytes, mtimeMs, sha256 }));
    await rename(temporaryPath, verified);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

export const partBytes = ({ part }: FilePaths) => statSync(part, { throwIfNoEntry: false })?.size ?? 0;

/** The downloaded bytes of all files, whichever process downloads them. */
export const fetchedBytes = ({ files }: ModelPaths): number =>
  files.reduce((sum, file) => sum + (isFileVerified(file) ? file.bytes : partBytes(file)), 0);
