import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

export type Dictionary = Readonly<{
  /** Returns the words that are not in the Portuguese dictionary. */
  findUnknown: (words: readonly string[]) => Promise<string[]>;
  close: () => Promise<void>;
}>;

type DictionaryOptions = { log: Logger; idleMs?: number; deadlineMs?: number };

const program = new URL('./dictionary-thread.ts', import.meta.url);

/**
 * Reading the dictionary blocks a thread for a third of a second and takes 70 MB. So a thread of its own starts at the
 * first question, and ends some minutes after the last one.
 */
export function openDictionary(options: DictionaryOptions): Dictionary {
  const { log, idleMs = 5 * minuteMs, deadlineMs = minuteMs / 2 } = options;
  // An answer does not name its question.
  const inTurn = createSemaphore(1);
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(program, { env: {} });
    const forget = () => {
      if (thread === started) thread = undefined;
    };
    started.on('exit', forget).on('error', (error) => {
      forget();
      log.error({ err: error }, 'the dictionary thread failed');
    });
    thread = started;
    return started;
  }

  async function end() {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  async function ask(words: readonly string[]): Promise<string[]> {
    if (isClosed) throw new SafeMessageError('the dictionary is closed');
    clearTimeout(idle);
    const asked = thread ?? start();
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(deadlineMs)]);
    try {
      const answer = once(asked, 'message', { signal });
      const gone = once(asked, 'exit', { signal }).then(([code]) => {
        throw new SafeMessageError(`the dictionary thread exited with code ${code}`);
      });
      asked.postMessage(words);
      const [unknown] = await Promise.race([answer, gone]);
      return unknown as string[];
    } catch (error) {
      // A late answer would become that of the next question.
      await end();
      throw new SafeMessageError('the dictionary gave no answer', { cause: error });
    } finally {
      settled.abort();
      if (thread !== undefined) idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    findUnknown: (words) => inTurn(() => ask(words)),
    async close() {
      isClosed = true;
      await end();
    },
  };
}
