import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import type { MarksDocument } from '../marks-document.ts';
import type { SummaryDocument } from '../summary-document.ts';
import type { TranscriptDocument } from '../transcript.ts';

type DocumentFormat = 'pdf' | 'docx';
export type DocumentTask =
  | { format: DocumentFormat; transcript: TranscriptDocument }
  | { format: DocumentFormat; summary: SummaryDocument }
  | { format: 'docx'; marks: MarksDocument };

/** Each takes a core and some hundred megabytes. More in parallel would only finish later. */
const maxConcurrent = 2;
const deadlineMs = 90_000;
const maxMegabytes = 512;

const withDocumentSlot = createSemaphore(maxConcurrent);

/**
 * Laying out hours of text blocks a thread for a second. A worker thread delays no request, and a text that breaks
 * the layout takes nothing else down.
 */
export const makeDocument = (task: DocumentTask) => withDocumentSlot(() => makeInThread(task));

async function makeInThread(task: DocumentTask): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('document-thread.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      deadline = setTimeout(
        () => reject(new Error(`the document thread made no ${task.format} within ${deadlineMs} ms`)),
        deadlineMs,
      );
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`the document thread for a ${task.format} exited with code ${code}`)),
      );
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
