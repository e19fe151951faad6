import type { FileInspection } from '../files/file-limits.ts';
import { runInWorker } from './worker-task.ts';

/** The limit for inspection in the browser, because the server checks the file too. */
const maxMs = 8_000;
export const nothingFound: FileInspection = {
  seconds: undefined,
  hasSound: undefined,
  hasPicture: undefined,
};

let last: Promise<unknown> = Promise.resolve();

async function inspectInWorker(file: File): Promise<FileInspection> {
  try {
    const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });
    return await runInWorker<FileInspection>(worker, { file }, { signal: AbortSignal.timeout(maxMs) });
  } catch {
    // An unknown format, a damaged file, or a worker script that failed to load.
    return nothingFound;
  }
}

/** Finds the duration of a file and whether it has audio. Parallel inspections would only slow each other. */
export function inspectFile(file: File): Promise<FileInspection> {
  const inspection = last.then(() => inspectInWorker(file));
  last = inspection;
  return inspection;
}
