import { ERRORS, TUS_RESUMABLE } from '@tus/server';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  StorageError,
  type StorageErrorKind,
  storageErrorFromDisk,
  storageErrorFromServer,
} from '../storage/storage.ts';

const storageCodes = {
  missing: 'not_found',
  full: 'storage_full',
  unavailable: 'storage_unavailable',
} as const satisfies Record<StorageErrorKind, ErrorCode>;

const wholeFilesOnly = 'Este servidor não junta partes de um envio. Envie o arquivo inteiro, em sequência.';

/** Refusals whose status in the library does not tell what the client did wrong. */
const toldByError = new Map<unknown, () => AppError>([
  [ERRORS.MISSING_OFFSET, () => new AppError('invalid_input')],
  [ERRORS.INVALID_CONTENT_TYPE, () => new AppError('unsupported_media_type')],
  // Another connection took the upload over while this one was sending.
  [ERRORS.ABORTED, () => new AppError('upload_in_use')],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, () => new AppError('invalid_input', { text: wholeFilesOnly })],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, () => new AppError('invalid_input')],
]);

/** The statuses of the protocol keep their meaning, since clients act on them. */
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

/** The library's own errors carry a status and an English sentence. */
function isLibrarys(error: unknown): error is { status_code: number } {
  return typeof error === 'object' && error !== null && 'status_code' in error;
}

/** The stores throw the raw error of their disk or server: a client must learn that it is full. */
export function tusAppError(error: unknown): unknown {
  const fault = storageErrorFromServer(storageErrorFromDisk(error));
  if (fault instanceof StorageError)
    return new AppError(storageCodes[fault.kind], {
      ...(fault.kind === 'full' ? { retryAfterSeconds: 60 } : {}),
      cause: error,
    });
  if (error instanceof AppError || !isLibrarys(error)) return error;
  return toldByError.get(error)?.() ?? appErrorOfStatus(error.status_code);
}

/** The protocol asks for 412 and 415 here; the library answers each invalid header with 400. */
export function checkTusHeaders({ method, headers }: Request): AppError | undefined {
  if (headers.get('tus-resumable') !== TUS_RESUMABLE) return new AppError('upload_protocol_unknown');
  if (method === 'PATCH' && headers.get('content-type') !== 'application/offset+octet-stream')
    return new AppError('unsupported_media_type');
  return undefined;
}
