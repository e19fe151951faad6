import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { ModelError } from './model-files.ts';
import { type FetchableModel, type ModelFile, serverPath } from './models.ts';

const pieceBytes = 1_048_576;

/** The folder of a `file:` address, from which a machine without network takes its models. */
export const folderOfUrl = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : undefined);

/** A copy of DATA_DIR/models, a mirror, and the model's own folder, so that no operator has to rearrange files. */
const placesOf = (model: FetchableModel, file: ModelFile) => [
  join(model.folder ?? '', file.file),
  serverPath(model, file),
  file.file,
];

/** A stick that is pulled out or that another user mounted fails here, and not in the data folder. */
async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new ModelError('not_in_folder', `${path} cannot be read (${code})`, { cause: error });
  }
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

const sizeOf = (path: string) =>
  reading(path, async () => {
    try {
      const found = await stat(path);
      return found.isFile() ? found.size : undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  });

/** The place of a file of the right size, and otherwise of one that has its name. */
async function findFile(paths: readonly string[], bytes: number) {
  let wrong: { path: string; size: number } | undefined;
  for (const path of paths) {
    const size = await sizeOf(path);
    if (size === bytes) return { path, size };
    if (size !== undefined) wrong ??= { path, size };
  }
  return wrong;
}

type Wanted = Readonly<{ model: FetchableModel; files?: readonly ModelFile[] }>;

/** Finds all files before the first is copied, because a stick may hold only some of them. */
export async function findInFolder(folder: string, { model, files = model.files }: Wanted) {
  await stat(folder).catch((error) => {
    if (isAbsent(error)) throw new ModelError('not_in_folder', `there is no folder ${folder}`);
  });
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const each of files) {
    const { file, bytes } = each;
    const copy = await findFile(
      placesOf(model, each).map((path) => join(folder, path)),
      bytes,
    );
    if (copy === undefined) missing.push(file);
    else if (copy.size !== bytes)
      throw new ModelError(
        'wrong_content',
        `${copy.path} has ${copy.size} bytes where the model has ${bytes}`,
      );
    else found.set(file, copy.path);
  }
  if (missing.length > 0)
    throw new ModelError('not_in_folder', `${folder} lacks ${missing.join(', ')} of ${model.label}`);
  return found;
}

type Copy = Readonly<{
  source: string;
  to: string;
  signal: AbortSignal;
  onProgress: (doneBytes: number) => void;
}>;

async function copyInto(to: FileHandle, from: FileHandle, { source, signal, onProgress }: Copy) {
  const buffer = Buffer.alloc(pieceBytes);
  for (let doneBytes = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await reading(source, () => from.read(buffer, 0, pieceBytes, doneBytes));
    if (bytesRead === 0) break;
    await to.writeFile(buffer.subarray(0, bytesRead));
    doneBytes += bytesRead;
    onProgress(doneBytes);
  }
  await to.sync();
}

/** Copies the whole file, since a copy takes seconds where a download takes minutes. */
export async function copyWhole(copy: Copy): Promise<void> {
  await using from = await reading(copy.source, () => open(copy.source));
  try {
    await using to = await open(copy.to, 'w');
    await copyInto(to, from, copy);
  } catch (error) {
    // The next copy begins again, and this one would only take room.
    await rm(copy.to, { force: true });
    throw error;
  }
}
