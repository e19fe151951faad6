import { minuteMs } from '#domain/format/durations.ts';
import { currentAccessToken, readTextStream, renewAccessToken } from './client.ts';
import { noticeBuildOf } from './page-build.ts';

const minBackoffMs = 1_000;
const maxBackoffMs = 30_000;
/** The server sends a heartbeat every 30 seconds. After this long without one the connection counts as dead. */
const idleTimeoutMs = 75_000;

type StreamEvent = { event: string; data: unknown; id: string | undefined };

type SubscribeOptions = {
  path: string;
  onEvent: (event: string, data: unknown, id: string | undefined) => void;
  /** `broken` until the next `open`. Callers with live data poll meanwhile. */
  onState?: (state: 'open' | 'broken') => void;
  lastEventId?: string;
  signal: AbortSignal;
};

/** Parses text/event-stream from chunks that are cut anywhere. Comments produce no event. */
export function createEventParser(onEvent: (event: StreamEvent) => void) {
  let rest = '';
  let event = 'message';
  let lines: string[] = [];
  let id: string | undefined;

  function end() {
    if (lines.length > 0) onEvent({ event, data: JSON.parse(lines.join('\n')), id });
    event = 'message';
    lines = [];
  }

  function take(line: string) {
    if (line === '') return end();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') lines.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  }

  return (piece: string) => {
    // A carriage return at the end may be half of a line end, so it waits for the next chunk.
    const all = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = all.pop() ?? '';
    for (const line of all) take(line);
  };
}

/** Adds random jitter of up to half a second, so that all clients do not reconnect to a restarted server at once. */
function backoffMs(failures: number) {
  return Math.min(minBackoffMs * 2 ** failures, maxBackoffMs) + Math.random() * 500;
}

/** Resolves early when the network is back or the caller aborts. */
function waitForRetry(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const wakers = typeof window === 'undefined' ? [signal] : [signal, window];
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (typeof window !== 'undefined') window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const waker of wakers) waker.addEventListener(waker === signal ? 'abort' : 'online', done);
    if (signal.aborted) done();
  });
}

type StreamRequest = { path: string; lastEventId: string | undefined; signal: AbortSignal };

async function openStream({ path, lastEventId, signal }: StreamRequest) {
  const send = (token: string | undefined) =>
    fetch(path, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal,
    });
  const token = currentAccessToken();
  const answer = await send(token);
  noticeBuildOf(answer);
  if (answer.status !== 401) return answer;
  void answer.body?.cancel();
  const renewed = await renewAccessToken(token);
  return renewed === undefined ? answer : send(renewed);
}

/** A retry cannot help: the session ended, the resource is gone, or it belongs to another account. */
const isPermanentError = ({ status }: Response) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Aborts an idle connection. Each received chunk restarts the timer. */
export function createIdleTimeout(signal: AbortSignal) {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(new Error('the event stream is idle')), idleTimeoutMs);
  };
  restart();
  return {
    restart,
    signal: AbortSignal.any([signal, silent.signal]),
    close: () => {
      clearTimeout(timer);
      silent.abort();
    },
  };
}

/**
 * Follows a stream across reconnects until the signal aborts. EventSource cannot send the access token. Resolves
 * after an abort and after a permanent refusal.
 */
export async function subscribeToEvents({ path, onEvent, onState, lastEventId, signal }: SubscribeOptions) {
  let last = lastEventId;
  let failures = 0;
  while (!signal.aborted) {
    const watch = createIdleTimeout(signal);
    let waitMs = 0;
    try {
      const answer = await openStream({ path, lastEventId: last, signal: watch.signal });
      if (answer.ok && answer.body !== null) {
        onState?.('open');
        const read = createEventParser(({ event, data, id }) => {
          last = id ?? last;
          if (!signal.aborted) onEvent(event, data, id);
        });
        for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
          const { value, done } = await reader.read();
          if (done) break;
          watch.restart();
          failures = 0;
          read(value);
        }
      } else {
        void answer.body?.cancel();
        if (isPermanentError(answer)) {
          onState?.('broken');
          return;
        }
        waitMs = 1_000 * (Number.parseInt(answer.headers.get('retry-after') ?? '', 10) || 0);
      }
    } catch {
      // A network fault, an idle connection or a broken event: reconnect.
    } finally {
      watch.close();
    }
    if (signal.aborted) return;
    onState?.('broken');
    await waitForRetry(Math.max(waitMs, backoffMs(failures)), signal);
    failures += 1;
  }
}

/** No awaited work takes longer than this. */
const timeoutMs = 30 * minuteMs;

type PostEventStreamOptions = {
  path: string;
  body: unknown;
  onEvent: (event: string, data: unknown) => void;
  signal: AbortSignal;
};

/**
 * Starts work and receives its events in the same response. Resolves when the server ends the stream. Rejects if
 * the server refuses or the connection breaks. It never retries, because the work may already be running.
 */
export async function postEventStream({ path, body, onEvent, signal }: PostEventStreamOptions) {
  const watch = createIdleTimeout(signal);
  const read = createEventParser(({ event, data }) => {
    if (!signal.aborted) onEvent(event, data);
  });
  const options = { method: 'POST', accept: 'text/event-stream', body, timeoutMs } as const;
  try {
    await readTextStream(path, { ...options, signal: watch.signal }, (piece) => {
      watch.restart();
      read(piece);
    });
  } finally {
    watch.close();
  }
}
