import { StorageFault } from '../../../adapters/storage/storage.ts';
import { AppError } from '../../../errors/app-error.ts';

/** What somebody who asked for a file is told when the storage does not give it. */
export async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    if (error.kind === 'missing') throw new AppError('not_found', { cause: error });
    throw new AppError('storage_unavailable', {
      text: 'O armazenamento não respondeu. Tente de novo em instantes.',
      cause: error,
    });
  }
}
