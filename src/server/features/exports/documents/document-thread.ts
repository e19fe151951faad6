import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentTask } from './make-document.ts';

const task = workerData as DocumentTask;

/** Each library loads slowly and only one is needed. */
async function make(): Promise<Buffer> {
  const isPdf = task.format === 'pdf';
  if ('summary' in task)
    return isPdf
      ? (await import('../pdf/summary-pdf.ts')).summaryPdf(task.summary)
      : (await import('../docx/summary-docx.ts')).summaryDocx(task.summary);
  return isPdf
    ? (await import('../pdf/transcript-pdf.ts')).transcriptPdf(task.transcript)
    : (await import('../docx/transcript-docx.ts')).transcriptDocx(task.transcript);
}

// The copy owns its buffer, so that it can be transferred instead of copied again.
const file = Uint8Array.from(await make());
parentPort?.postMessage(file, [file.buffer]);
