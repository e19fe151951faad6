import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentTask } from './make-document.ts';

const { format, transcript } = workerData as DocumentTask;

/** Only one of the two libraries is needed, and each takes a while to load. */
async function make(): Promise<Buffer> {
  if (format === 'pdf') return (await import('../pdf/pdf-of.ts')).pdfOf(transcript);
  return (await import('../docx-of.ts')).docxOf(transcript);
}

// A copy that is all its own, so that it can be handed over instead of copied again.
const file = Uint8Array.from(await make());
parentPort?.postMessage(file, [file.buffer]);
