import { expect } from 'vitest';
import type { TranscriptionEvent } from '#contract/transcription.ts';

export type ReceivedEvent = TranscriptionEvent & { id: string; atMs: number };

type Options = {
  url: string;
  token: string;
  lastEventId?: string | undefined;
  /** A broken stream counts as ended, for tests that kill the server. */
  mayBreak?: boolean;
};

/** Reads an event stream by fetch, as the page does, because an EventSource cannot send the access token. */
export async function openEventStream({ url, token, lastEventId, mayBreak = false }: Options) {
  const controller = new AbortController();
  const answer = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  const events: ReceivedEvent[] = [];
  let comments = 0;
  let over = false;

  function receive(block: string) {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
    );
    const data = fields.get('data');
    if (data === undefined) comments += 1;
    else
      events.push({
        id: fields.get('id') ?? '',
        event: fields.get('event'),
        data: JSON.parse(data),
        atMs: performance.now(),
      } as ReceivedEvent);
  }

  async function read() {
    let rest = '';
    try {
      if (answer.body === null) return;
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + piece).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) receive(block);
      }
    } catch (error) {
      if (!controller.signal.aborted && !mayBreak) throw error;
    } finally {
      over = true;
    }
  }
  const reading = answer.ok ? read() : answer.text();

  return {
    status: answer.status,
    headers: answer.headers,
    events,
    comments: () => comments,
    isOver: () => over,
    segments: () => events.flatMap((each) => (each.event === 'segments' ? each.data.segments : [])),
    close: async () => {
      controller.abort();
      await reading.catch(() => undefined);
    },
  };
}

/**
 * Counts from the opening, because a delayed event may arrive within a second of ten later ones. A delay can only make
 * an event later, so no delay fails this check.
 */
export function expectTenEventsASecond(
  { events }: Readonly<{ events: readonly ReceivedEvent[] }>,
  openedAtMs: number,
) {
  const early = events.filter(({ atMs }, index) => atMs - openedAtMs < Math.floor(index / 10) * 1_000);
  expect(early).toEqual([]);
}
