import { Worker } from 'node:worker_threads';
import type { SummaryDocument } from '../summary-document.ts';
import type { Transcript } from '../transcript.ts';

export type DocumentFormat = 'pdf' | 'docx';
export type DocumentTask = { format: DocumentFormat } & (
  | { transcript: Transcript }
  | { summary: SummaryDocument }
);

/** Each takes a core and some hundred megabytes for as long as it lasts; more of them at once would only be later. */
const maxConcurrent = 2;
const deadlineMs = 90_000;
const maxMegabytes = 512;

let working = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<Disposable> {
  if (working >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  const end = () => {
    const next = waiting.shift();
    // The place goes straight to who waited longest.
    if (next === undefined) working -= 1;
    else next();
  };
  return { [Symbol.dispose]: end };
}

/**
 * Pages of hours of text are a second of work in one piece. In a thread of their own they keep nobody else waiting, and
 * a text that no layout can bear takes nothing along.
 */
export async function makeDocument(task: DocumentTask): Promise<Uint8Array<ArrayBuffer>> {
  using _ = await turn();
  const worker = new Worker(new URL('document-thread.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      deadline = setTimeout(() => reject(new Error(`no ${task.format} after ${deadlineMs} ms`)), deadlineMs);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the ${task.format} thread ended with ${code}`)));
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
