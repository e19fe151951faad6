import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '#sandbox/start.ts';
import { readLanguageConfig } from '#server/config/language-model.ts';
import { askWithRetry } from '#server/features/summaries/ask-with-retry.ts';
import { languageModelControls } from '#tests/helpers/summary-api.ts';
import { openLanguageModel } from './open-language-model.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let server: ReturnType<typeof languageModelControls>;
let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'escriba-ollama-'));
  sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['language'], stateDir });
  server = languageModelControls({ sandboxUrl: sandbox.httpUrl });
});
afterAll(async () => {
  await sandbox.close();
  await rm(stateDir, { recursive: true, force: true });
});

async function openModel({ name = 'sandbox-language', silenceSeconds = 20 } = {}) {
  const config = readLanguageConfig(
    {
      SUMMARY_MODEL: `ollama:${name}`,
      SUMMARY_BASE_URL: `${sandbox.httpUrl}/language`,
      SUMMARY_SILENCE_SECONDS: silenceSeconds,
    },
    undefined,
  );
  const model = await openLanguageModel(config);
  if (model === undefined) throw new Error('no model was opened');
  return model;
}

const question = (text = 'A reunião começa às nove. A reunião trata do orçamento.') => ({
  system: 'Você escreve.',
  text,
  maxOutputTokens: 1_500,
  signal: AbortSignal.timeout(30_000),
});
/** About 6,000 tokens by the count of the sandbox: more than the default window of Ollama. */
const longText = 'A reunião começa às nove horas da manhã. '.repeat(550);

test('the client asks for the window that it plans for, without thinking, and keeps the model loaded', async () => {
  await server.behave({});
  const model = await openModel();
  const answer = await askWithRetry(model, question(longText));
  expect(answer.usage.inputTokens).toBeGreaterThan(5_000);
  expect(answer.isCut).toBe(false);
  const [call] = await server.calls();
  expect(call).toMatchObject({
    text: longText,
    asked: { think: false, keep_alive: '10m', options: { num_ctx: 8_192, num_predict: 1_500 } },
  });
  expect(await model.readContextTokens(AbortSignal.timeout(5_000))).toBe(8_192);
});

test('a server that reads longer than the limit of silence is left to read', async () => {
  await server.behave({ readingMs: 2_500 });
  const model = await openModel({ silenceSeconds: 1 });
  expect((await askWithRetry(model, question())).text).toContain('reunião');
  expect(await server.calls()).toHaveLength(1);
});

test('a server that answers no call while it reads counts as silent', async () => {
  await server.behave({ readingMs: 20_000, ollama: { isDeaf: true } });
  const model = await openModel({ silenceSeconds: 1 });
  await expect(model.ask(question()).next()).rejects.toMatchObject({
    kind: 'temporary',
    message: 'Ollama went silent',
  });
});

test('a server that stops in the middle of its answer counts as silent', async () => {
  await server.behave({ next: [{ stuckAfter: 1 }] });
  const answer = (await openModel({ silenceSeconds: 1 })).ask(question());
  await answer.next();
  await expect(answer.next()).rejects.toMatchObject({ kind: 'temporary' });
});

test.each([
  ['refuses', false],
  ['cuts without a word', true],
])('a prompt that the server %s is too long, and the next parts fit its window', async (_, isOld) => {
  await server.behave({ ollama: { maxWindow: 4_096, isOld } });
  const model = await openModel();
  await expect(askWithRetry(model, question(longText))).rejects.toMatchObject({ kind: 'too_long' });
  if (isOld) expect(await model.readContextTokens(AbortSignal.timeout(5_000))).toBe(4_096);
});

test('a window that another program loaded holds for one answer, and the next call asks for ours', async () => {
  const ours = () => model.readContextTokens(AbortSignal.timeout(5_000));
  const model = await openModel();
  await server.behave({ ollama: { maxWindow: 4_096, isOld: true } });
  await askWithRetry(model, question());
  expect(await ours()).toBe(8_192);
  await expect(askWithRetry(model, question(longText))).rejects.toMatchObject({ kind: 'too_long' });
  expect(await ours()).toBe(4_096);
  await server.behave({});
  expect((await askWithRetry(model, question(longText))).usage.inputTokens).toBeGreaterThan(5_000);
  const calls = await server.calls();
  expect(calls.at(-1)).toMatchObject({ asked: { options: { num_ctx: 8_192 } } });
  expect(await ours()).toBe(8_192);
});

test('the error of a missing model says how to get it', async () => {
  const model = await openModel({ name: 'outro' });
  const fault = { kind: 'refused', message: 'Ollama lacks the model; run: ollama pull outro' };
  await expect(model.readContextTokens(AbortSignal.timeout(5_000))).rejects.toMatchObject(fault);
  await expect(askWithRetry(model, question())).rejects.toMatchObject(fault);
});

test('an answer without an end is repeated', async () => {
  await server.behave({ next: [{ cutAfter: 1 }, { endAfter: 1 }, { status: 500 }] });
  expect((await askWithRetry(await openModel(), question())).text).toContain('reunião');
  expect(await server.calls()).toHaveLength(4);
});
