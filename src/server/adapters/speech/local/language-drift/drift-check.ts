import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Segment } from '../../engine.ts';

export type DriftQuestion = { texts: string[]; language: string };

/**
 * Marks segments in another language than the chosen one. The check has a thread of its own: beside its 50 MB of small
 * objects, each collection of the decoding thread would take a tenth of a second. It answers one question at a time.
 */
export function startDriftCheck() {
  const worker = new Worker(new URL('./drift-worker.ts', import.meta.url));
  worker.unref();
  return async (segments: Segment[], language: string): Promise<Segment[]> => {
    const question: DriftQuestion = { texts: segments.map(({ text }) => text), language };
    const answer = once(worker, 'message');
    worker.postMessage(question);
    const [languages]: (string | undefined)[][] = await answer;
    return segments.map((segment, at) => {
      const otherLanguage = languages?.[at];
      return otherLanguage === undefined ? segment : { ...segment, otherLanguage };
    });
  };
}
