import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { copyWhole, findInFolder, folderOfUrl } from './copy-model.ts';
import { defaultRetryPolicy, downloadPart, type RetryPolicy } from './download.ts';
import { withFileLock } from './file-lock.ts';
import { missingDisk } from './missing-room.ts';
import {
  type FilePaths,
  fetchedBytes,
  isFileVerified,
  isVerified,
  ModelError,
  type ModelPaths,
  markVerified,
  modelPaths,
  sha256Of,
  toDiskError,
} from './model-files.ts';
import { type FetchableModel, modelUrls } from './models.ts';

export type FetchModel = Readonly<{
  dataDir: string;
  model: FetchableModel;
  /** A server with the same layout, such as a company mirror, or a folder as `file:///…`. */
  modelsUrl?: string | undefined;
  patience?: RetryPolicy;
  signal: AbortSignal;
  /** Receives the bytes that are there already. Not called if no file is missing, or if another process fetches. */
  onStart?: (doneBytes: number) => void;
  /** Receives the bytes of all files. */
  onProgress?: (doneBytes: number) => void;
  /** Called before a damaged file is fetched once more. */
  onDamage?: (reason: string) => void;
}>;

/** True for a verified file, and for a correct one placed by hand, or by a process that died before it marked the file. */
export async function isRightAlready(file: FilePaths, signal?: AbortSignal) {
  if (isFileVerified(file)) return true;
  const found = await stat(file.path).catch(() => undefined);
  if (found?.size !== file.bytes || (await sha256Of(file.path, signal)) !== file.sha256) return false;
  await markVerified(file);
  return true;
}

type FetchFile = Required<Pick<FetchModel, 'patience' | 'signal' | 'onProgress' | 'onDamage'>> & {
  /** An address, or the path of a file. */
  source: string;
};

async function fetchFile(file: FilePaths, { source, onDamage, patience, ...how }: FetchFile) {
  const { path, bytes } = file;
  const isCopied = isAbsolute(source);
  const part = isCopied ? file.copy : file.part;
  for (let again = false; ; again = true) {
    if (isCopied) await copyWhole({ source, to: part, ...how });
    else await downloadPart({ url: source, part, bytes, patience, ...how });
    const sha256 = await sha256Of(part, how.signal);
    if (sha256 === file.sha256) break;
    await rm(part, { force: true });
    const reason = `${source} has the SHA-256 ${sha256} instead of ${file.sha256}`;
    if (isCopied) throw new ModelError('wrong_content', reason);
    if (again) throw new ModelError('wrong_content', `${reason}, also in a second download`);
    // The line may have damaged it, or its parts may come from two versions of the file.
    onDamage(reason);
  }
  await rename(part, path);
  if (isCopied) await rm(file.part, { force: true });
  await markVerified(file);
}

/** The source of each file that is absent, by its name. */
async function sourcesOf(absent: ReadonlySet<FilePaths>, { model, modelsUrl }: FetchModel) {
  const folder = modelsUrl === undefined ? undefined : folderOfUrl(modelsUrl);
  if (folder !== undefined) return findInFolder(folder, { model, files: [...absent] });
  const urls = modelUrls(model, modelsUrl);
  return new Map(model.files.map(({ file }, at) => [file, urls[at] ?? '']));
}

async function fetchInto(paths: ModelPaths, options: FetchModel) {
  const { model, signal, patience = defaultRetryPolicy } = options;
  const { onStart = () => {}, onProgress = () => {}, onDamage = () => {} } = options;
  const absent = new Set<FilePaths>();
  for (const file of paths.files) if (!(await isRightAlready(file, signal))) absent.add(file);
  if (absent.size === 0) return;
  const sources = await sourcesOf(absent, options);
  // For all files at once, because a large file that fits alone may leave no room for the others.
  const missing = await missingDisk(model, options.dataDir, {
    isCopy: [...sources.values()].some(isAbsolute),
  });
  if (missing !== undefined) throw new ModelError('disk_full', missing.detail ?? missing.reason);
  onStart(fetchedBytes(paths));
  let doneBytes = paths.files.reduce((sum, file) => (absent.has(file) ? sum : sum + file.bytes), 0);
  for (const file of paths.files) {
    if (!absent.has(file)) continue;
    const before = doneBytes;
    await fetchFile(file, {
      source: sources.get(file.file) ?? '',
      patience,
      signal,
      onProgress: (bytes) => onProgress(before + bytes),
      onDamage,
    });
    doneBytes += file.bytes;
  }
}

/** Resolves once every file of the model is complete, verified and in place. A model that is there needs no request. */
export async function fetchModel(options: FetchModel): Promise<void> {
  const { dataDir, model, signal } = options;
  const paths = modelPaths(dataDir, model);
  if (isVerified(paths)) return;
  try {
    await mkdir(paths.folder, { recursive: true });
    await withFileLock(paths.lock, {
      signal,
      work: async () => {
        if (!isVerified(paths)) await fetchInto(paths, options);
      },
    });
  } catch (error) {
    signal.throwIfAborted();
    throw toDiskError(error, paths.folder) ?? error;
  }
}
