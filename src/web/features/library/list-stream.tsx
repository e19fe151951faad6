import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type ListChange, ListChangeEventSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { subscribeToEvents } from '../../api/event-stream.ts';
import { createListeners } from '../../browser/listeners.ts';

/** The next screen subscribes just after the last one left, and takes over the open stream. */
const closesAfterMs = 1_000;

/**
 * The events of the owner's transcriptions. All screens share one connection, so that each shows the same state at the
 * same time. The connection is open while anything follows it.
 */
export function createListStream() {
  const listeners = createListeners();
  const receivers = new Set<(change: ListChange) => void>();
  let states: ReadonlyMap<string, ListChange> = new Map();
  let isOpen = false;
  let users = 0;
  let connection: AbortController | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function show(next: { isOpen?: boolean; states?: typeof states }) {
    isOpen = next.isOpen ?? isOpen;
    states = next.states ?? states;
    listeners.notify();
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
        // The server sends all running ones again, but not what ended meanwhile, so forget the older states.
        if (!signal.aborted) show(state === 'open' ? { isOpen: true, states: new Map() } : { isOpen: false });
      },
      onEvent(event, data) {
        const { success, data: change } = ListChangeEventSchema.safeParse(data);
        if (event !== 'changed' || !success) return;
        show({ states: new Map(states).set(change.job_id, change) });
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

/** The last known states by id, of the transcriptions that changed or run since the stream opened. */
export function useListStates({ isFollowed }: { isFollowed: boolean }): ReadonlyMap<string, ListChange> {
  const { subscribe, states, follow } = useListStream();
  useEffect(() => (isFollowed ? follow() : undefined), [isFollowed, follow]);
  return useSyncExternalStore(subscribe, states, states);
}

/** The end of what was heard of a running transcription, once an event told it. */
export function useLastSentence(jobId: string): string | undefined {
  const { subscribe, states } = useListStream();
  const read = () => states().get(jobId)?.last_sentence ?? undefined;
  return useSyncExternalStore(subscribe, read, read);
}
