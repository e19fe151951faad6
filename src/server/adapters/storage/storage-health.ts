import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from './storage.ts';

const keptMs = 5_000;
const answerWithinMs = 2_000;

export type StorageHealth = Readonly<{
  /** Fails where the storage does not answer; asked as often as one likes. */
  ping: () => Promise<void>;
}>;

type Look = { atMs: number; answer: Promise<void>; isOver: boolean };

/** Every balancer and monitor asks, and one look answers all of them for some seconds. */
export function openStorageHealth({ check }: Pick<Storage, 'check'>): StorageHealth {
  let last: Look | undefined;

  function look(): Look {
    const asking = check();
    const begun: Look = { atMs: performance.now(), answer: Promise.resolve(), isOver: false };
    const over = () => {
      begun.isOver = true;
    };
    asking.then(over, over);
    const late = delay(answerWithinMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer in ${answerWithinMs} ms`);
    });
    begun.answer = Promise.race([asking, late]);
    // Told to whoever asks.
    begun.answer.catch(() => undefined);
    late.catch(() => undefined);
    return begun;
  }

  return {
    ping: () => {
      // One that hangs is not asked again beside itself: each would hold a connection for ever.
      if (last === undefined || (last.isOver && performance.now() - last.atMs >= keptMs)) last = look();
      return last.answer;
    },
  };
}
