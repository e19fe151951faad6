import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { defaultRetryPolicy, downloadPart, type RetryPolicy } from './download.ts';
import { withFileLock } from './file-lock.ts';
import {
  fetchedBytes,
  isVerified,
  ModelError,
  type ModelPaths,
  markVerified,
  modelPaths,
  sha256Of,
  toDiskError,
} from './model-files.ts';
import { type LocalModel, modelUrl } from './models.ts';

export type FetchModel = Readonly<{
  dataDir: string;
  model: LocalModel;
  /** A server with the same layout, such as a company mirror. */
  modelsUrl?: string | undefined;
  patience?: RetryPolicy;
  signal: AbortSignal;
  onProgress?: (doneBytes: number) => void;
}>;

/** Reserved, because a completely full disk would stop the database. */
const spareDiskBytes = 67_108_864;

async function checkDiskSpace(paths: ModelPaths, bytes: number) {
  const { bavail, bsize } = await statfs(paths.folder);
  const missing = bytes - fetchedBytes(paths) + spareDiskBytes - bavail * bsize;
  if (missing > 0)
    throw new ModelError(
      'disk_full',
      `the disk of ${paths.folder} needs ${Math.ceil(missing / 1_000_000)} MB more for the model`,
    );
}

/** True for a correct file placed by hand, or by a process that died before it marked the file. */
async function isRightAlready(paths: ModelPaths, model: LocalModel, signal: AbortSignal) {
  const found = await stat(paths.path).catch(() => undefined);
  if (found?.size !== model.bytes || (await sha256Of(paths.path, signal)) !== model.sha256) return false;
  await markVerified(paths, model.sha256);
  return true;
}

async function fetchInto(paths: ModelPaths, options: FetchModel) {
  const { model, signal, patience = defaultRetryPolicy, onProgress = () => {} } = options;
  const url = modelUrl(model, options.modelsUrl);
  for (let again = false; ; again = true) {
    await checkDiskSpace(paths, model.bytes);
    const { bytes } = model;
    const { resumed } = await downloadPart({ url, part: paths.part, bytes, patience, signal, onProgress });
    const sha256 = await sha256Of(paths.part, signal);
    if (sha256 === model.sha256) break;
    await rm(paths.part, { force: true });
    // The parts may come from two versions of the file, so download it once more as a whole.
    if (!resumed || again)
      throw new ModelError('wrong_content', `${url} has the SHA-256 ${sha256} instead of ${model.sha256}`);
  }
  await rename(paths.part, paths.path);
  await markVerified(paths, model.sha256);
}

/** Resolves once the model is complete, verified and in place. Makes no request if it is already there. */
export async function fetchModel(options: FetchModel): Promise<string> {
  const { dataDir, model, signal } = options;
  const paths = modelPaths(dataDir, model);
  if (isVerified(paths, model)) return paths.path;
  try {
    await mkdir(paths.folder, { recursive: true });
    await withFileLock(paths.lock, {
      signal,
      work: async () => {
        if (isVerified(paths, model) || (await isRightAlready(paths, model, signal))) return;
        await fetchInto(paths, options);
      },
    });
    return paths.path;
  } catch (error) {
    signal.throwIfAborted();
    throw toDiskError(error, paths.folder) ?? error;
  }
}
