import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readLanguageConfig } from '#server/config/language-model.ts';
import { askWithRetry } from '#server/features/summaries/ask-with-retry.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { openLanguageModel } from './open-language-model.ts';

type ScriptedAnswer = {
  status?: number;
  headers?: Record<string, string>;
  error?: object;
  promptTokens?: number;
  /** The shares of the prompt that the server reports as read, as llama.cpp does. */
  progress?: number[];
};

/** A fake OpenAI server that records the request bodies. */
async function startVendor(...answers: ScriptedAnswer[]) {
  const requests: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    requests.push((await json(request)) as Record<string, unknown>);
    const answer = answers.shift() ?? {};
    const { status = 200, headers = {}, error, promptTokens = 4_000, progress = [] } = answer;
    response.writeHead(status, {
      'content-type': status === 200 ? 'text/event-stream' : 'application/json',
      ...headers,
    });
    if (status !== 200) return void response.end(JSON.stringify({ error }));
    const chunk = (rest: object) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest })}\n\n`;
    const choices = [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }];
    for (const processed of progress)
      response.write(chunk({ choices, prompt_progress: { total: 200, cache: 0, processed, time_ms: 1 } }));
    response.write(
      chunk({
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Texto.' }, finish_reason: null }],
      }),
    );
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    const usage = { prompt_tokens: promptTokens, completion_tokens: 3, total_tokens: promptTokens + 3 };
    response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
  });
  const { url, ...listening } = await listenOnFreePort(server);
  return { ...listening, requests, url: `${url}/v1` };
}

async function modelAt(url: string, name: string) {
  const config = readLanguageConfig(
    { SUMMARY_MODEL: name, SUMMARY_BASE_URL: url, SUMMARY_API_KEY: 'chave' },
    undefined,
  );
  const model = await openLanguageModel(config);
  if (model === undefined) throw new Error('no model was opened');
  return model;
}

const question = (text = 'Leia.') => ({
  system: 'Você escreve.',
  text,
  maxOutputTokens: 1_500,
  signal: AbortSignal.timeout(20_000),
});

test.each(['gpt-5-mini', 'o3', 'o4-mini'])(
  'the client sends max_completion_tokens with extra room for reasoning to openai:%s',
  async (name) => {
    await using vendor = await startVendor();
    const model = await modelAt(vendor.url, `openai:${name}`);
    expect((await askWithRetry(model, question())).text).toBe('Texto.');
    const [body] = vendor.requests;
    expect(body).not.toHaveProperty('max_tokens');
    expect(body?.max_completion_tokens).toBeGreaterThan(10_000);
    expect(await model.readContextTokens(AbortSignal.timeout(5_000))).toBeLessThan(128_000);
  },
);

test('the client sends max_tokens without extra room for reasoning to other models', async () => {
  await using vendor = await startVendor();
  await askWithRetry(await modelAt(vendor.url, 'openai:gpt-4.1-mini'), question());
  expect(vendor.requests[0]).toMatchObject({ max_tokens: 1_500 });
});

test('the client reports too_long if the server counted far fewer tokens than the prompt has', async () => {
  await using vendor = await startVendor({ promptTokens: 2_048 });
  const model = await modelAt(vendor.url, 'compatible:llama3.2');
  await expect(askWithRetry(model, question('palavra '.repeat(4_000)))).rejects.toMatchObject({
    kind: 'too_long',
  });
});

test('the client reports an exhausted quota as unauthorized and does not retry', async () => {
  await using vendor = await startVendor({
    status: 429,
    error: { message: 'm', code: 'insufficient_quota' },
  });
  const model = await modelAt(vendor.url, 'openai:gpt-4.1-mini');
  await expect(askWithRetry(model, question())).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(vendor.requests).toHaveLength(1);
});

test('the client does not retry if the server asks it to wait for an hour', async () => {
  await using vendor = await startVendor({
    status: 429,
    headers: { 'retry-after': '3600' },
    error: { message: 'm', code: 'rate_limit_exceeded' },
  });
  const model = await modelAt(vendor.url, 'openai:gpt-4.1-mini');
  await expect(askWithRetry(model, question())).rejects.toMatchObject({ kind: 'busy' });
  expect(vendor.requests).toHaveLength(1);
});

test('a server of the operator tells how much of the prompt it has read', async () => {
  await using vendor = await startVendor({ progress: [50, 150, 200] });
  const model = await modelAt(vendor.url, 'compatible:qwen3');
  const shares: number[] = [];
  const { text } = await askWithRetry(model, { ...question(), onRead: (share) => shares.push(share) });
  expect({ text, shares }).toEqual({ text: 'Texto.', shares: [0.25, 0.75, 1] });
  expect(vendor.requests[0]).toMatchObject({ return_progress: true });
});

test('no vendor gets a field that only servers of operators know', async () => {
  await using vendor = await startVendor();
  await askWithRetry(await modelAt(vendor.url, 'openai:gpt-4.1-mini'), question());
  expect(vendor.requests[0]).not.toHaveProperty('return_progress');
});
