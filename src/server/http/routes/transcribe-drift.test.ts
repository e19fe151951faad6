import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Transcription } from '#contract/transcription.ts';
import { isVerified, modelPaths } from '#server/adapters/speech/local/model-files.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { putModel } from '#tests/speech/local-model.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { fallbackModel } from '#tests/speech/stand-in-model.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { speakTones, standInModels } from '#tests/speech/tones.ts';

/** The whole product. The stand-in model writes the letters that it hears, so English tones are English text. */

const patiently = { timeout: 60_000, interval: 50 };

let product: TestProduct;
let user: TestUser;

beforeAll(async () => {
  product = await startTestProduct(
    { SPEECH_MODEL: `local:${standInModels}` },
    { speechModels: [fallbackModel] },
  );
  user = await signedInUser(product);
});
afterAll(() => product.close());

const { pcm } = speakTones([
  500,
  'Bom dia, tudo bem?',
  1_000,
  'So the men came to see it.',
  1_500,
  'Foi isso.',
  500,
]);

async function heard(language: string): Promise<Transcription> {
  const id = await uploadRecording(product, user.token, wavFile(pcm), { language });
  return vi.waitFor(async () => {
    const job = await readJob(product, user.token, id);
    expect(job.status).toBe('completed');
    return job;
  }, patiently);
}

const textsOf = ({ segments }: Transcription) => segments.map(({ text, warning }) => [text, warning]);

test('a segment in another language keeps its text and gets a warning, and Whisper replaces it once it is there', async () => {
  expect(textsOf(await heard('pt'))).toEqual([
    ['Bom dia, tudo bem?', undefined],
    ['So the men came to see it.', 'other_language'],
    ['Foi isso.', undefined],
  ]);

  const { dataDir } = product.config;
  await putModel(dataDir, fallbackModel, tinyWhisper());
  // The first stretch that needs it makes the worker check the hash, and does not wait for that.
  await heard('pt');
  await vi.waitFor(() => expect(isVerified(modelPaths(dataDir, fallbackModel))).toBe(true), patiently);
  const { segments } = await heard('pt');
  expect(segments.map(({ warning }) => warning).filter((warning) => warning !== undefined)).toEqual([]);
  const texts = segments.map(({ text }) => text);
  expect([texts.at(0), texts.at(-1)]).toEqual(['Bom dia, tudo bem?', 'Foi isso.']);
  expect(texts.slice(1, -1).join(' ')).toBe(spoken.text);
});

test('a recording whose language the owner left to the engine gets no such warning', async () => {
  expect(textsOf(await heard('auto')).at(1)).toEqual(['So the men came to see it.', undefined]);
});
