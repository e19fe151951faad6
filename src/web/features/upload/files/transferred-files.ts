import { isKnownMedia } from './file-kinds.ts';

/** A folder with more is probably a mistake, such as a whole disk. */
const maxFolderFiles = 200;
const maxFolderEntries = 5_000;

export type TransferredFiles = {
  files: File[];
  /** Why a folder gave no file; one text for each such folder. */
  folderFaults: string[];
};

class FolderTooLargeError extends Error {}

const readFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** The browser returns the entries of a folder in portions, and an empty portion at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader();
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return;
    yield* portion;
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The audio and video files of a folder and its subfolders, in the order of their paths. */
async function mediaOf(root: FileSystemDirectoryEntry): Promise<File[]> {
  const found: { path: string; file: File }[] = [];
  const folders = [root];
  let seen = 0;
  for (const folder of folders) {
    for await (const entry of entriesOf(folder)) {
      seen += 1;
      if (seen > maxFolderEntries || found.length > maxFolderFiles) throw new FolderTooLargeError();
      // Systems keep their own data in hidden files, some with the extension of a recording.
      if (entry.name.startsWith('.')) continue;
      if (isFolder(entry)) folders.push(entry);
      if (!isFile(entry)) continue;
      const file = await readFile(entry);
      if (isKnownMedia(file)) found.push({ path: entry.fullPath, file });
    }
  }
  found.sort((one, other) => one.path.localeCompare(other.path, 'pt-BR', { numeric: true }));
  return found.map(({ file }) => file);
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<TransferredFiles> {
  const refused = (text: string) => ({ files: [], folderFaults: [`A pasta “${folder.name}” ${text}`] });
  try {
    const files = await mediaOf(folder);
    return files.length === 0 ? refused('não tem áudio nem vídeo.') : { files, folderFaults: [] };
  } catch (error) {
    if (error instanceof FolderTooLargeError)
      return refused('tem arquivos demais. Escolha só os áudios e vídeos que você quer.');
    return refused('não pôde ser lida. Escolha os arquivos dela.');
  }
}

/** Call it during the event, because the browser empties the transfer afterwards. */
export async function transferredFiles({ items }: DataTransfer): Promise<TransferredFiles> {
  const transferred = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const read = transferred.map(({ entry, file }) =>
    entry !== null && isFolder(entry)
      ? readFolder(entry)
      : { files: file === null ? [] : [file], folderFaults: [] },
  );
  const all = await Promise.all(read);
  return {
    files: all.flatMap(({ files }) => files),
    folderFaults: all.flatMap(({ folderFaults }) => folderFaults),
  };
}
