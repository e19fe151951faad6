import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '#web/api/client.ts';
import { createUploadQueue } from './create-upload-queue.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import type { UploadDeps } from './upload-deps.ts';

export type SendBytes = UploadDeps['sendBytes'];

export const refused = (status: number, code: ErrorCode, error: string = code) =>
  new ApiError(status, { error, code, requestId: 'r' });

export const fileOf = (name: string, bytes = 1_000) => new File([new Uint8Array(bytes)], name);

/** In-memory browser storage and server responses. */
export function placeOfUploads(changes: Partial<UploadDeps> = {}) {
  const records = new Map<string, UploadRecord>();
  const kept = new Map<string, File>();
  const dropped: string[] = [];
  /** The addresses that the server has yet to delete, with their accounts. */
  const discards = new Map<string, string>();
  const requests: unknown[] = [];
  let ids = 0;
  const send: SendBytes = async ({ file, onUrl, onProgress, url }) => {
    if (url === undefined) onUrl('http://here/api/uploads/u1');
    onProgress(file.size);
  };
  const deps: UploadDeps = {
    sendBytes: send,
    dropUpload: async (url) => dropped.push(url) > 0,
    discards: {
      urls: (userId) => [...discards].filter(([, owner]) => owner === userId).map(([url]) => url),
      add: (userId, url) => void discards.set(url, userId),
      drop: (_, url) => void discards.delete(url),
    },
    transcribe: async ({ signal: _, ...body }) => {
      requests.push(body);
      return { jobId: 'job' };
    },
    records: {
      all: () => [...records.values()],
      write: (record) => void records.set(record.id, record),
      drop: (id) => void records.delete(id),
    },
    storedFiles: {
      keep: async (id, file) => {
        kept.set(id, file);
        return true;
      },
      read: async (id) => kept.get(id),
      drop: async (id) => void kept.delete(id),
      takeSound: async () => undefined,
      sweep: async (keep) => {
        for (const id of kept.keys()) if (!keep.has(id)) kept.delete(id);
      },
    },
    claim: async () => () => {},
    fingerprintOf: async (file) => String(file.size),
    hasPicture: (name) => name.endsWith('.mp4'),
    isOnline: () => true,
    newId: () => `id-${++ids}`,
    nowMs: () => Date.now(),
    ...changes,
  };
  return { deps, records, kept, dropped, discards, requests };
}

export function openQueue(changes: Partial<UploadDeps> = {}) {
  const at = placeOfUploads(changes);
  const queue = createUploadQueue('ana', at.deps);
  queue.start();
  return { ...at, queue, stage: (index = 0) => queue.items()[index]?.stage };
}

/** Sends without end until the signal aborts. */
export const endless: SendBytes = ({ signal, onUrl, onProgress }) => {
  onUrl('http://here/api/uploads/u1');
  onProgress(400);
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};
