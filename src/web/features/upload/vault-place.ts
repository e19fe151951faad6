/** Where the browser keeps, for this site alone, what is being sent: no other page can read it. */
const folderName = 'escriba-uploads';

/** What browsers give to workers only, and type definitions to nobody. */
type SyncAccess = {
  write: (data: Uint8Array<ArrayBuffer>, place: { at: number }) => number;
  truncate: (bytes: number) => void;
  flush: () => void;
  close: () => void;
};
type SyncHandle = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncAccess> };

export async function vaultFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(folderName, { create: true });
}

/** Only in a worker. */
export async function openForWriting(id: string): Promise<SyncAccess> {
  const handle = (await (await vaultFolder()).getFileHandle(id, { create: true })) as SyncHandle;
  const access = await handle.createSyncAccessHandle();
  access.truncate(0);
  return access;
}
