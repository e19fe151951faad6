import type { Deps } from '#server/deps.ts';

export const heartbeatMs = 30_000;
/** NOTIFY is lost while the connection is down, so re-read at least this often. */
export const pollIntervalMs = 15_000;

type Wait = {
  /** The minimum pause between two reads, which throttles a stream. */
  atLeastMs: number;
  heartbeatAtMs: number;
};

/** The ids of changed transcriptions; `all` if notifications were lost. */
type ProgressChanges = Readonly<{ changed: readonly string[]; all: boolean }>;

/** Waits for notifications about a transcription or an owner, and collects those that arrive meanwhile. */
export function openProgressSubscription(
  { progress }: Pick<Deps, 'progress'>,
  subject: string,
  signal: AbortSignal,
) {
  let changed = new Set<string>();
  let all = false;
  let wake = () => {};
  const hasHeard = () => all || changed.size > 0;
  const unsubscribe = progress.subscribe(subject, (id) => {
    if (id === undefined) all = true;
    else changed.add(id);
    wake();
  });
  const pause = (ms: number, endsEarly: () => boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      wake = () => endsEarly() && end();
      if (signal.aborted || endsEarly()) end();
    });
  return {
    close: unsubscribe,
    async wait({ atLeastMs, heartbeatAtMs }: Wait): Promise<ProgressChanges> {
      await pause(atLeastMs, () => false);
      await pause(Math.min(pollIntervalMs, Math.max(0, heartbeatAtMs - Date.now())), hasHeard);
      const changes = { changed: [...changed], all };
      changed = new Set();
      all = false;
      return changes;
    },
  };
}
