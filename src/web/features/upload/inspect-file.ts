import type { FoundInFile } from './file-rules.ts';
import { runInWorker } from './worker-task.ts';

/** Whoever chose a file does not wait longer for what the server finds out as well. */
const maxMs = 8_000;
const nothing: FoundInFile = { seconds: undefined, hasSound: undefined };

let last: Promise<unknown> = Promise.resolve();

async function look(file: File): Promise<FoundInFile> {
  try {
    const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });
    const task = { kind: 'look', id: '', file } as const;
    return await runInWorker<FoundInFile>(worker, task, { signal: AbortSignal.timeout(maxMs) });
  } catch {
    // A kind that the browser does not know, a damaged file, a worker that could not be fetched.
    return nothing;
  }
}

/** How long a file is and whether it has sound. One after the other: fifty at once would only wait for each other. */
export function inspectFile(file: File): Promise<FoundInFile> {
  const mine = last.then(() => look(file));
  last = mine;
  return mine;
}
