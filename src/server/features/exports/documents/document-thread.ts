import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentTask } from './make-document.ts';

const task = workerData as DocumentTask;

/** Each library loads slowly and only one is needed. */
async function makeFile(): Promise<Buffer> {
  if ('marks' in task) {
    const { marksToDocx } = await import('./marks-docx.ts');
    return marksToDocx(task.marks);
  }
  if (task.format === 'pdf') {
    const { summaryToPdf, transcriptToPdf } = await import('./pdf.ts');
    return 'summary' in task ? summaryToPdf(task.summary) : transcriptToPdf(task.transcript);
  }
  const { summaryToDocx, transcriptToDocx } = await import('./docx.ts');
  return 'summary' in task ? summaryToDocx(task.summary) : transcriptToDocx(task.transcript);
}

// The copy owns its buffer, so that it can be transferred instead of copied again.
const file = Uint8Array.from(await makeFile());
parentPort?.postMessage(file, [file.buffer]);
