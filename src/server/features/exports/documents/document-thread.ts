import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentTask } from './make-document.ts';

const task = workerData as DocumentTask;

/** Each library loads slowly and only one is needed. */
const { makeSummary, makeTranscript } =
  task.format === 'pdf' ? await import('./pdf.ts') : await import('./docx.ts');
const made = await ('summary' in task ? makeSummary(task.summary) : makeTranscript(task.transcript));

// The copy owns its buffer, so that it can be transferred instead of copied again.
const file = Uint8Array.from(made);
parentPort?.postMessage(file, [file.buffer]);
