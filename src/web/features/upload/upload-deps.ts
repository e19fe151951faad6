import { type TranscribeUpload, transcribeUpload } from './api.ts';
import { isOpenableVideo } from './file-rules.ts';
import { dropUpload, type SendBytes, sendBytes } from './send-bytes.ts';
import { browserRecords, markOf, type UploadRecords } from './upload-storage.ts';
import { browserVault, type Vault } from './vault.ts';

export type Release = () => void;

export type UploadDeps = {
  sendBytes: SendBytes;
  dropUpload: (url: string) => Promise<void>;
  transcribe: TranscribeUpload;
  records: UploadRecords;
  vault: Vault;
  /** Resolves when this tab holds the lock on the upload. */
  claim: (id: string) => Promise<Release>;
  markOf: (file: Blob) => Promise<string>;
  hasPicture: (name: string) => boolean;
  isOnline: () => boolean;
  newId: () => string;
  nowMs: () => number;
};

/** Holds a Web Lock until it is released or the page closes. Without Web Locks, every claim succeeds. */
function claim(id: string): Promise<Release> {
  if (typeof navigator.locks === 'undefined') return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void navigator.locks.request(
      `escriba.upload.${id}`,
      () => new Promise<void>((release) => resolve(() => release())),
    );
  });
}

/** randomUUID exists only on pages served over TLS. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const browserDeps: UploadDeps = {
  sendBytes,
  dropUpload,
  transcribe: transcribeUpload,
  records: browserRecords,
  vault: browserVault,
  claim,
  markOf,
  hasPicture: isOpenableVideo,
  isOnline: () => navigator.onLine,
  newId,
  nowMs: () => Date.now(),
};
