import { MediaError } from '#server/adapters/media/media-error.ts';
import { type MediaInfo, probeMedia } from '#server/adapters/media/probe.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** Waiting cannot bring the file back, so the job ends instead of retrying for hours. */
export class OriginalGoneError extends SafeMessageError {
  constructor(options?: ErrorOptions) {
    super('the recording is not in the storage', options);
  }
}

/** Handles the error that the storage threw when a job asked it for an original. */
export function originalGone(error: unknown): never {
  const isGone = error instanceof StorageError && error.kind === 'missing';
  throw isGone ? new OriginalGoneError({ cause: error }) : error;
}

/**
 * The probe read this file in time when the server accepted it. A file that takes too long now takes too long at
 * each retry, and its owner would wait for hours.
 */
export async function probeAccepted(path: string, signal: AbortSignal): Promise<MediaInfo> {
  try {
    return await probeMedia({ path, signal });
  } catch (error) {
    if (error instanceof MediaError && error.kind === 'took_too_long')
      throw new MediaError('unreadable', error.message, { cause: error });
    throw error;
  }
}
