import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import type { Sandbox } from '../part.ts';
import { startSandbox } from '../start.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  folder = await temporaryFolder();
  sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['language'], stateDir: folder.path });
  client = new OpenAI({ baseURL: `${sandbox.httpUrl}/language/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(async () => {
  await sandbox.close();
  await folder[Symbol.asyncDispose]();
});

const behave = (behaviour: object = {}) =>
  fetch(`${sandbox.httpUrl}/language/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pauseMs: 0, ...behaviour }),
  });
beforeEach(async () => {
  await behave();
});

const content = '[s0] A prova será na sexta.\n[s1 Ana] A prova vale dez pontos.\n[s2] Até amanhã.';
const messages = [
  { role: 'system' as const, content: 'Resuma.' },
  { role: 'user' as const, content },
];
const model = 'sandbox-language';

test('the official client reads the answers of the sandbox', async () => {
  const answer = await client.chat.completions.create({ model, messages });
  const [choice] = answer.choices;
  expect(answer.object).toBe('chat.completion');
  expect(choice?.finish_reason).toBe('stop');
  expect(choice?.message.content).toContain('- A prova vale dez pontos. [s1]');
  expect(answer.usage?.total_tokens).toBe(
    (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
  );
  const short = await client.chat.completions.create({ model, messages, max_tokens: 3 });
  expect(short.choices[0]?.finish_reason).toBe('length');
});

test('an answer has at most as many tokens as the call allows, and ends with a whole character', async () => {
  await behave({ next: [{ say: 'aéééééé' }] });
  const { choices, usage } = await client.chat.completions.create({ model, messages, max_tokens: 2 });
  expect(choices[0]).toMatchObject({ message: { content: 'aééé' }, finish_reason: 'length' });
  expect(usage?.completion_tokens).toBe(2);
});

test('the official client reads the streams with their usage', async () => {
  const whole = (await client.chat.completions.create({ model, messages })).choices[0]?.message.content;
  const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
  let pieces = 0;
  stream.on('content', () => {
    pieces += 1;
  });
  const last = await stream.finalChatCompletion();
  expect(last.choices[0]?.message.content).toBe(whole);
  expect(last.choices[0]?.finish_reason).toBe('stop');
  expect(last.usage?.completion_tokens).toBeGreaterThan(5);
  expect(pieces).toBeGreaterThan(3);
});

test('a scripted error keeps its code with the usual message', async () => {
  await behave({ next: [{ status: 429, code: 'insufficient_quota' }] });
  await expect(client.chat.completions.create({ model, messages })).rejects.toMatchObject({
    code: 'insufficient_quota',
    type: 'requests',
    message: expect.stringContaining('Rate limit reached.'),
  });
});

test('the official client recognizes the errors', async () => {
  await behave({ next: [{ status: 429, retryAfterSeconds: 7 }, { status: 500 }] });
  const busy = await client.chat.completions.create({ model, messages }).catch((error: unknown) => error);
  expect(busy).toBeInstanceOf(OpenAI.RateLimitError);
  expect((busy as InstanceType<typeof OpenAI.RateLimitError>).headers?.get('retry-after')).toBe('7');
  await expect(client.chat.completions.create({ model, messages })).rejects.toThrow(
    OpenAI.InternalServerError,
  );
  await expect(client.chat.completions.create({ model: 'gpt-9', messages })).rejects.toThrow(
    OpenAI.NotFoundError,
  );
  const noKey = await fetch(`${sandbox.httpUrl}/language/v1/chat/completions`, { method: 'POST' });
  expect(noKey.status).toBe(401);
});

test('the official client fails on an interrupted stream, and the page shows the call', async () => {
  await behave({ next: [{ cutAfter: 2 }] });
  const cut = client.chat.completions.stream({ model, messages });
  await expect(cut.finalChatCompletion()).rejects.toThrow();
  const page = await fetch(`${sandbox.httpUrl}/language`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('A prova vale dez pontos.');
});
