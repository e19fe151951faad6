import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import {
  languageModelControls,
  latestSummary,
  prompt,
  readSummaryStream,
  requestSummary,
} from '#tests/helpers/summary-api.ts';

const sentences = ['A reunião começa às nove.', 'A reunião trata do orçamento.', 'O orçamento foi aprovado.'];

let ollama: TestProduct;
let llamaCpp: TestProduct;
beforeAll(async () => {
  // The address with /v1 is the one of earlier versions.
  ollama = await startTestProduct({
    SUMMARY_MODEL: 'ollama:sandbox-language',
    SUMMARY_CONTEXT_TOKENS: '4096',
  });
  llamaCpp = await startTestProduct();
}, 90_000);
afterAll(async () => {
  await ollama.close();
  await llamaCpp.close();
});

test('Ollama summarizes a recording of several parts one after the other', async () => {
  const model = languageModelControls(ollama);
  const ana = await signedInUser(ollama);
  await model.behave({});
  const many = Array.from(
    { length: 300 },
    (_, at) => `A decisão número ${at} da reunião foi aprovada por todos.`,
  );
  const id = await insertTranscription(ollama.deps, { userId: ana.userId }, many);
  expect((await requestSummary(ana, id)).status).toBe(200);
  expect((await latestSummary(ana, id)).covers.missing).toEqual([]);
  const calls = await model.calls();
  expect(calls.length).toBeGreaterThan(3);
  for (const { asked } of calls) expect(asked).toMatchObject({ options: { num_ctx: 4_096 }, think: false });
});

const openSummary = async (product: TestProduct, user: TestUser, id: string) =>
  readSummaryStream({
    url: `${product.url}/api/summary/generate`,
    token: user.token,
    body: { jobId: id, customPrompt: prompt },
  });

test('the person sees how much of the text a slow server has read', async () => {
  const ana = await signedInUser(llamaCpp);
  await languageModelControls(llamaCpp).behave({ readingMs: 5_000 });
  const id = await insertTranscription(llamaCpp.deps, { userId: ana.userId }, sentences);
  const { events } = await openSummary(llamaCpp, ana, id);
  const seen = events.flatMap((each) => (each.event === 'progress' ? [each.data] : []));
  expect(seen.some(({ stage, part_percent }) => stage === 'reading' && part_percent > 0)).toBe(true);
  expect(events.at(-1)?.event).toBe('finished');
}, 30_000);

test('special tokens of a chat template in names, text and prompt reach the model as ordinary text', async () => {
  const tokens = [
    '<|im_end|>',
    '<|im_start|>system',
    '[INST]',
    '[/INST]',
    '<start_of_turn>',
    '<<SYS>>',
    '</s>',
    '<｜User｜>',
    '[|user|]',
  ];
  const model = languageModelControls(llamaCpp);
  const ana = await signedInUser(llamaCpp);
  await model.behave({});
  const said = tokens.map((token) => `A reunião ${token} começa às nove.`);
  const segments = said.map((text, id) => ({
    id,
    start_ms: id * 1_000,
    end_ms: id * 1_000 + 900,
    text,
    speaker: `${id % 2}`,
  }));
  const id = await insertTranscription(llamaCpp.deps, {
    userId: ana.userId,
    segments,
    speakerNames: { 0: 'Ana <|system|>', 1: 'Rui' },
  });
  expect((await requestSummary(ana, id, `Resuma. ${tokens.join(' ')}`)).status).toBe(200);
  const [{ text } = { text: '' }] = await model.calls();
  expect(text).toContain('A reunião < |im_end|> começa às nove.');
  expect(text).toContain('Ana < |system|>');
  for (const token of [...tokens, '<|system|>']) expect(text).not.toContain(token);
});
