import type { Logger } from 'pino';
import { listen } from './listen.ts';

/** Hears the first subject of a word: what exactly changed. Undefined says that words were lost, and to look at all. */
type Listener = (changed: string | undefined) => void;

/** Wakes whoever watches something, when any process says that it changed. */
export type ProgressLine = Readonly<{
  subscribe: (subject: string, onWord: Listener) => () => void;
  close: () => Promise<void>;
}>;

type Options = { url: string; channels: readonly string[]; log: Pick<Logger, 'warn'> };

/** One line for all streams of a process. A word names its subjects, and costs those alone who watch one of them. */
export async function openProgressLine({ url, channels, log }: Options): Promise<ProgressLine> {
  const listeners = new Map<string, Set<Listener>>();
  const wake = (those: Iterable<Listener>, changed?: string) => {
    for (const each of those) each(changed);
  };
  const line = await listen({
    url,
    channels,
    log,
    onWord: (word) => {
      // The line was down: what was said meanwhile is lost, so everybody looks.
      if (word === '') for (const those of listeners.values()) wake(those);
      const subjects = word.split(' ');
      for (const subject of subjects) wake(listeners.get(subject) ?? [], subjects[0]);
    },
  });
  return {
    subscribe(subject, onWord) {
      const those = listeners.get(subject) ?? new Set();
      listeners.set(subject, those.add(onWord));
      return () => {
        those.delete(onWord);
        if (those.size === 0 && listeners.get(subject) === those) listeners.delete(subject);
      };
    },
    close: line.close,
  };
}

/** For a process without a web server: nobody watches there, so no connection is held. */
export const noProgressLine: ProgressLine = { subscribe: () => () => {}, close: async () => {} };
