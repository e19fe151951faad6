import { setTimeout as delay } from 'node:timers/promises';
import type { Summary, SummaryList } from '#contract/summary.ts';
import type { SummaryEvent } from '#server/features/summaries/watch-summary.ts';
import type { signedInUser } from './signed-in-user.ts';
import type { TestProduct } from './start-test-product.ts';

type Person = Pick<Awaited<ReturnType<typeof signedInUser>>, 'token' | 'call'>;
export type LanguageCall = { system: string; text: string; status: number | null; answer: string };

export const prompt = 'Resuma em tópicos, com o que foi decidido.';

/** Controls the sandbox's language model, including the faults that a test wants. */
export function languageModelControls({ sandboxUrl }: Pick<TestProduct, 'sandboxUrl'>) {
  const place = `${sandboxUrl}/language`;
  return {
    behave: async (behaviour: object) => {
      await fetch(`${place}/calls`, { method: 'DELETE' });
      const answer = await fetch(`${place}/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pauseMs: 0, ...behaviour }),
      });
      if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`);
    },
    /** Calls, oldest first. */
    calls: async () => ((await (await fetch(`${place}/calls`)).json()) as LanguageCall[]).reverse(),
  };
}

export const requestSummary = ({ call }: Pick<Person, 'call'>, jobId: string, customPrompt = prompt) =>
  call('/summary/generate', { body: { transcriptedText: '', jobId, customPrompt } });

export async function listSummaries({ call }: Pick<Person, 'call'>, id: string): Promise<SummaryList> {
  return (await call(`/transcribe/${id}/summaries`)).json() as Promise<SummaryList>;
}

export async function latestSummary(person: Pick<Person, 'call'>, id: string): Promise<Summary> {
  const [summary] = (await listSummaries(person, id)).summaries;
  if (summary === undefined) throw new Error('there is no summary');
  return summary;
}

type Listening = { url: string; token: string; body?: object; leaveAfter?: number };

/** Reads an event stream to its end, or leaves after `leaveAfter` events. */
export async function readSummaryStream({ url, token, body, leaveAfter }: Listening) {
  const leaving = new AbortController();
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: leaving.signal,
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
      const heard = { event, data: JSON.parse(data) } as SummaryEvent;
      events.push(heard);
      if (heard.event === 'snapshot') shown = heard.data.text;
      if (heard.event === 'text') shown += heard.data.delta;
    }
    if (leaveAfter !== undefined && events.length >= leaveAfter) break;
  }
  leaving.abort();
  await delay(0);
  return { status: answer.status, events, shown };
}
