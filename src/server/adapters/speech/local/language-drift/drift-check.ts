import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Segment } from '../../engine.ts';
import type { DecodedSpeech } from '../engine-child.ts';

export type DriftQuestion = { texts: string[]; language: string };

const shippedProgram = new URL('./drift-worker.ts', import.meta.url);
/** Reading the word list takes a second. */
const timeLimitMs = 30_000;

/**
 * Marks segments in another language than the chosen one. The check has a thread of its own: beside its 50 MB of small
 * objects, each collection of the decoding thread would take a tenth of a second. It answers one question at a time.
 */
export function createDriftCheck(program = shippedProgram) {
  let worker: Worker | undefined;

  /** A thread that failed is replaced at the next question. */
  function start(): Worker {
    if (worker !== undefined) return worker;
    const started = new Worker(program);
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.unref();
    started.on('error', forget).on('exit', forget);
    worker = started;
    return started;
  }

  return {
    start: () => void start(),
    /** Returns the segments unmarked if the check fails, because the text itself is not at fault. */
    async mark(segments: Segment[], language: string): Promise<DecodedSpeech> {
      try {
        const asked = start();
        const answer = once(asked, 'message', { signal: AbortSignal.timeout(timeLimitMs) });
        const question: DriftQuestion = { texts: segments.map(({ text }) => text), language };
        asked.postMessage(question);
        const [languages]: (string | undefined)[][] = await answer;
        return {
          segments: segments.map((segment, at) => {
            const otherLanguage = languages?.[at];
            return otherLanguage === undefined ? segment : { ...segment, otherLanguage };
          }),
        };
      } catch (error) {
        // A thread that answers late would answer the next question with this one's languages.
        void worker?.terminate();
        worker = undefined;
        const reason = error instanceof Error ? error.message : String(error);
        return { segments, fault: `the language of the segments could not be checked: ${reason}` };
      }
    },
  };
}
