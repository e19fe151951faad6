/** A folder in the origin-private file system for files that are being sent. */
const folderName = 'escriba-uploads';

/** Exists only in workers, and is missing from the DOM type definitions. */
type SyncAccess = {
  write: (data: Uint8Array<ArrayBuffer>, place: { at: number }) => number;
  truncate: (bytes: number) => void;
  flush: () => void;
  close: () => void;
};
type SyncHandle = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncAccess> };

export async function storedFilesFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(folderName, { create: true });
}

/** Works only in a worker. */
export async function openForWriting(id: string): Promise<SyncAccess> {
  const handle = (await (await storedFilesFolder()).getFileHandle(id, { create: true })) as SyncHandle;
  const access = await handle.createSyncAccessHandle();
  access.truncate(0);
  return access;
}
