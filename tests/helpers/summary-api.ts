import { setTimeout as delay } from 'node:timers/promises';
import type { Summary, SummaryList } from '#contract/summary.ts';
import type { SummaryEvent } from '#server/features/summaries/watch-summary.ts';
import type { TestUser } from './signed-in-user.ts';
import type { TestProduct } from './start-test-product.ts';

export type LanguageCall = {
  system: string;
  text: string;
  status: number | null;
  answer: string;
  asked?: object;
};

export const prompt = 'Resuma em tópicos, com o que foi decidido.';

/** Controls the sandbox's language model, including its simulated faults. */
export function languageModelControls({ sandboxUrl }: Pick<TestProduct, 'sandboxUrl'>) {
  const url = `${sandboxUrl}/language`;
  return {
    behave: async (behaviour: object) => {
      await fetch(`${url}/calls`, { method: 'DELETE' });
      const answer = await fetch(`${url}/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pauseMs: 0, ...behaviour }),
      });
      if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`);
    },
    /** Returns the calls, oldest first. */
    calls: async () => ((await (await fetch(`${url}/calls`)).json()) as LanguageCall[]).reverse(),
  };
}

export const requestSummary = ({ call }: Pick<TestUser, 'call'>, jobId: string, customPrompt = prompt) =>
  call('/summary/generate', { body: { transcriptedText: '', jobId, customPrompt } });

export async function listSummaries({ call }: Pick<TestUser, 'call'>, id: string): Promise<SummaryList> {
  return (await call(`/transcribe/${id}/summaries`)).json() as Promise<SummaryList>;
}

export async function latestSummary(user: Pick<TestUser, 'call'>, id: string): Promise<Summary> {
  const [summary] = (await listSummaries(user, id)).summaries;
  if (summary === undefined) throw new Error('there is no summary');
  return summary;
}

type StreamOptions = { url: string; token: string; body?: object; leaveAfter?: number };
/** Reads an event stream to its end, or disconnects after `leaveAfter` events. */
export async function readSummaryStream({ url, token, body, leaveAfter }: StreamOptions) {
  const controller = new AbortController();
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: controller.signal,
  });
  const events: SummaryEvent[] = [];
  if (!answer.ok || answer.body === null) return { status: answer.status, events, shown: '' };
  let rest = '';
  let shown = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
      if (event === undefined || data === undefined) continue;
      const received = { event, data: JSON.parse(data) } as SummaryEvent;
      events.push(received);
      if (received.event === 'snapshot') shown = received.data.text;
      if (received.event === 'text') shown += received.data.delta;
    }
    if (leaveAfter !== undefined && events.length >= leaveAfter) break;
  }
  controller.abort();
  await delay(0);
  return { status: answer.status, events, shown };
}
