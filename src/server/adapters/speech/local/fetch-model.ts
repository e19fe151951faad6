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
const roomToSpareBytes = 67_108_864;

async function checkRoom(place: ModelPaths, bytes: number) {
  const { bavail, bsize } = await statfs(place.folder);
  const missing = bytes - fetchedBytes(place) + roomToSpareBytes - bavail * bsize;
  if (missing > 0)
    throw new ModelError(
      'disk_full',
      `the disk of ${place.folder} needs ${Math.ceil(missing / 1_000_000)} MB more for the model`,
    );
}

/** True for a correct file placed by hand, or by a process that died before it marked the file. */
async function isRightAlready(place: ModelPaths, model: LocalModel, signal: AbortSignal) {
  const found = await stat(place.path).catch(() => undefined);
  if (found?.size !== model.bytes || (await sha256Of(place.path, signal)) !== model.sha256) return false;
  await markVerified(place, model.sha256);
  return true;
}

async function fetchInto(place: ModelPaths, options: FetchModel) {
  const { model, signal, patience = defaultRetryPolicy, onProgress = () => {} } = options;
  const url = modelUrl(model, options.modelsUrl);
  for (let again = false; ; again = true) {
    await checkRoom(place, model.bytes);
    const { bytes } = model;
    const { resumed } = await downloadPart({ url, part: place.part, bytes, patience, signal, onProgress });
    const sha256 = await sha256Of(place.part, signal);
    if (sha256 === model.sha256) break;
    await rm(place.part, { force: true });
    // The parts may come from two different files. One more download in one go tells.
    if (!resumed || again)
      throw new ModelError('wrong_content', `${url} has the SHA-256 ${sha256} instead of ${model.sha256}`);
  }
  await rename(place.part, place.path);
  await markVerified(place, model.sha256);
}

/** Resolves once the model is complete, verified and in place. Makes no request if it is already there. */
export async function fetchModel(options: FetchModel): Promise<string> {
  const { dataDir, model, signal } = options;
  const place = modelPaths(dataDir, model);
  if (isVerified(place, model)) return place.path;
  try {
    await mkdir(place.folder, { recursive: true });
    await withFileLock(place.lock, {
      signal,
      work: async () => {
        if (isVerified(place, model) || (await isRightAlready(place, model, signal))) return;
        await fetchInto(place, options);
      },
    });
    return place.path;
  } catch (error) {
    signal.throwIfAborted();
    throw toDiskError(error, place.folder) ?? error;
  }
}
