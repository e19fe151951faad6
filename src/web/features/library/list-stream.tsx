import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type ListChange, ListChangeEventSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { subscribeToEvents } from '#web/api/event-stream.ts';
import { createListeners } from '#web/browser/listeners.ts';
import { isRunning } from './running-texts.ts';

/** The next screen subscribes just after the last one left, and takes over the open stream. */
const closesAfterMs = 1_000;

/** A running transcription may have ended while the stream was broken: then its state is old until it is received again. */
type Known = Readonly<{ change: ListChange; isOld: boolean; atMs: number }>;

/**
 * The events of the owner's transcriptions. All screens share one connection, so that each shows the same state at the
 * same time. The connection is open while anything follows it.
 */
export function createListStream() {
  const listeners = createListeners();
  const receivers = new Set<(change: ListChange) => void>();
  let states: ReadonlyMap<string, Known> = new Map();
  let isOpen = false;
  let users = 0;
  let connection: AbortController | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function show(next: { isOpen?: boolean; states?: typeof states }) {
    isOpen = next.isOpen ?? isOpen;
    states = next.states ?? states;
    listeners.notify();
  }

  const aged = () =>
    new Map(
      [...states].map(([id, known]): [string, Known] => [
        id,
        isRunning(known.change) ? { ...known, isOld: true } : known,
      ]),
    );

  function learn(changes: readonly ListChange[]) {
    const atMs = Date.now();
    const received = changes.map((change): [string, Known] => [
      change.job_id,
      { change, isOld: false, atMs },
    ]);
    show({ states: new Map([...states, ...received]) });
  }

  function connect() {
    clearTimeout(closing);
    if (connection !== undefined) return;
    connection = new AbortController();
    const { signal } = connection;
    void subscribeToEvents({
      path: apiPaths.transcriptionsEvents,
      signal,
      onState(state) {
        if (!signal.aborted) show({ isOpen: state === 'open', states: aged() });
      },
      onEvent(event, data) {
        const { success, data: change } = ListChangeEventSchema.safeParse(data);
        if (event !== 'changed' || !success) return;
        learn([change]);
        for (const receive of receivers) receive(change);
      },
    });
  }

  function close() {
    connection?.abort();
    connection = undefined;
    show({ isOpen: false, states: new Map() });
  }

  function follow() {
    users += 1;
    connect();
    return () => {
      users -= 1;
      if (users === 0) closing = setTimeout(close, closesAfterMs);
    };
  }

  return {
    follow,
    receive(onChange: (change: ListChange) => void) {
      receivers.add(onChange);
      const leave = follow();
      return () => {
        receivers.delete(onChange);
        leave();
      };
    },
    subscribe: listeners.subscribe,
    isOpen: () => isOpen,
    states: () => states,
    /** For the answers of a client that asked, because the stream did not tell. */
    learn,
  };
}

const StreamContext = createContext<ReturnType<typeof createListStream> | null>(null);

export function ListStreamProvider({ children }: { children: ReactNode }) {
  const [stream] = useState(createListStream);
  return <StreamContext.Provider value={stream}>{children}</StreamContext.Provider>;
}

export function useListStream() {
  const stream = useContext(StreamContext);
  if (stream === null) throw new Error('useListStream must be used inside ListStreamProvider');
  return stream;
}

/** Whether the stream is open. Callers poll while it is not. */
export function useIsListStreamOpen(): boolean {
  const { subscribe, isOpen } = useListStream();
  return useSyncExternalStore(subscribe, isOpen, isOpen);
}

/** The last known states by id, while the caller follows the stream. */
export function useListStates({ isFollowed }: { isFollowed: boolean }): ReadonlyMap<string, Known> {
  const { subscribe, states, follow } = useListStream();
  useEffect(() => (isFollowed ? follow() : undefined), [isFollowed, follow]);
  return useSyncExternalStore(subscribe, states, states);
}

/** The end of what was heard of a running transcription, once an event received it. */
export function useLastSentence(jobId: string): string | undefined {
  const { subscribe, states } = useListStream();
  const read = () => states().get(jobId)?.change.last_sentence ?? undefined;
  return useSyncExternalStore(subscribe, read, read);
}
