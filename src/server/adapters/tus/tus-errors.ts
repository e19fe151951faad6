import { ERRORS, TUS_RESUMABLE } from '@tus/server';
import type { ErrorCode } from '#contract/errors.ts';
import {
  StorageError,
  type StorageErrorKind,
  storageErrorFromDisk,
  storageErrorFromServer,
} from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/errors/app-error.ts';

const storageCodes = {
  missing: 'not_found',
  full: 'storage_full',
  unavailable: 'storage_unavailable',
} as const satisfies Record<StorageErrorKind, ErrorCode>;

const wholeFilesOnly = 'Este servidor não junta partes de um envio. Envie o arquivo inteiro, em sequência.';

/** Refusals whose status in the library does not identify the client's mistake. */
const appErrorByRefusal = new Map<unknown, () => AppError>([
  [ERRORS.MISSING_OFFSET, () => new AppError('invalid_input')],
  [ERRORS.INVALID_CONTENT_TYPE, () => new AppError('unsupported_media_type')],
  // Another connection took over the upload while this one was sending.
  [ERRORS.ABORTED, () => new AppError('upload_in_use')],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, () => new AppError('invalid_input', { text: wholeFilesOnly })],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, () => new AppError('invalid_input')],
]);

/** Keeps the meaning of the protocol's statuses, because clients act on them. */
export function appErrorOfStatus(status: number): AppError {
  if (status === 404 || status === 410 || status === 403) return new AppError('not_found');
  if (status === 412) return new AppError('upload_protocol_unknown');
  if (status === 413) return new AppError('payload_too_large');
  if (status === 409) return new AppError('upload_out_of_step');
  if (status === 423) return new AppError('upload_in_use');
  if (status === 415) return new AppError('unsupported_media_type');
  if (status >= 500) return new AppError('storage_unavailable');
  return new AppError('invalid_input');
}

/** True for the library's own errors: a status and an English sentence. */
function isLibraryError(error: unknown): error is { status_code: number } {
  return typeof error === 'object' && error !== null && 'status_code' in error;
}

/** The stores throw raw disk or server errors. The client must learn that the storage is full. */
export function tusAppError(error: unknown): unknown {
  const fault = storageErrorFromServer(storageErrorFromDisk(error));
  if (fault instanceof StorageError)
    return new AppError(storageCodes[fault.kind], {
      ...(fault.kind === 'full' ? { retryAfterSeconds: 60 } : {}),
      cause: error,
    });
  if (error instanceof AppError || !isLibraryError(error)) return error;
  return appErrorByRefusal.get(error)?.() ?? appErrorOfStatus(error.status_code);
}

/** The protocol requires 412 and 415 here, but the library answers every invalid header with 400. */
export function checkTusHeaders({ method, headers }: Request): AppError | undefined {
  if (headers.get('tus-resumable') !== TUS_RESUMABLE) return new AppError('upload_protocol_unknown');
  if (method === 'PATCH' && headers.get('content-type') !== 'application/offset+octet-stream')
    return new AppError('unsupported_media_type');
  return undefined;
}
