import { readPieces } from './client.ts';
import { eventReader, openWatch } from './event-stream.ts';

/** No work that we wait for takes as long as this. */
const timeoutMs = 30 * 60_000;

type BeginOptions = {
  path: string;
  body: unknown;
  onEvent: (event: string, data: unknown) => void;
  signal: AbortSignal;
};

/**
 * Asks for work and hears of it over the same line. It resolves when the server ends the line, and rejects when it
 * refuses or the line breaks: it never asks twice, since the work may be under way.
 */
export async function postEventStream({ path, body, onEvent, signal }: BeginOptions) {
  const watch = openWatch(signal);
  const read = eventReader(({ event, data }) => {
    if (!signal.aborted) onEvent(event, data);
  });
  const options = { method: 'POST', accept: 'text/event-stream', body, timeoutMs } as const;
  try {
    await readPieces(path, { ...options, signal: watch.signal }, (piece) => {
      watch.heard();
      read(piece);
    });
  } finally {
    watch.close();
  }
}
