import { randomUuid } from '#web/browser/random-uuid.ts';
import { fingerprintOf } from '../files/file-fingerprint.ts';
import { isOpenableVideo } from '../files/file-kinds.ts';
import { browserFiles } from '../workers/stored-files.ts';
import { transcribeUploads } from './api.ts';
import { browserDiscards } from './discarded-uploads.ts';
import { browserRecords } from './resumable-uploads.ts';
import { dropUpload, sendBytes } from './send-bytes.ts';

export type Release = () => void;

/**
 * Resolves when this tab holds the lock on the upload, until it is released or the page closes. Without Web Locks,
 * every claim succeeds.
 */
function claim(id: string): Promise<Release> {
  if (typeof navigator.locks === 'undefined') return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void navigator.locks.request(
      `escriba.upload.${id}`,
      () => new Promise<void>((release) => resolve(() => release())),
    );
  });
}

export type UploadDeps = typeof browserDeps;

export const browserDeps = {
  sendBytes,
  dropUpload,
  transcribe: transcribeUploads,
  records: browserRecords,
  discards: browserDiscards,
  storedFiles: browserFiles,
  claim,
  fingerprintOf,
  hasPicture: isOpenableVideo,
  isOnline: () => navigator.onLine,
  newId: randomUuid,
  nowMs: () => Date.now(),
};
