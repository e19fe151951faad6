import type { Logger } from 'pino';
import { listen } from './listen.ts';

type Listener = () => void;

/** Wakes whoever watches something, when any process says that it changed. */
export type ProgressLine = Readonly<{
  subscribe: (id: string, onWord: Listener) => () => void;
  close: () => Promise<void>;
}>;

type Options = { url: string; channel: string; log: Pick<Logger, 'warn'> };

/** One line for all streams of a process; a word costs those alone who watch its subject. */
export async function openProgressLine({ url, channel, log }: Options): Promise<ProgressLine> {
  const listeners = new Map<string, Set<Listener>>();
  const wake = (those: Iterable<Listener>) => {
    for (const each of those) each();
  };
  const line = await listen({
    url,
    channel,
    log,
    onWord: (id) => {
      // The line was down: what was said meanwhile is lost, so everybody looks.
      if (id === '') for (const those of listeners.values()) wake(those);
      else wake(listeners.get(id) ?? []);
    },
  });
  return {
    subscribe(id, onWord) {
      const those = listeners.get(id) ?? new Set();
      listeners.set(id, those.add(onWord));
      return () => {
        those.delete(onWord);
        if (those.size === 0 && listeners.get(id) === those) listeners.delete(id);
      };
    },
    close: line.close,
  };
}

/** For a process without a web server: nobody watches there, so no connection is held. */
export const noProgressLine: ProgressLine = { subscribe: () => () => {}, close: async () => {} };
