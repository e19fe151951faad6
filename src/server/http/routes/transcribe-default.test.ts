import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { InstallationSchema } from '#contract/installation.ts';
import type { Transcription } from '#contract/transcription.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expectSpokenWords } from '#tests/speech/expect-words.ts';
import { type Answer, modelServer } from '#tests/speech/local-model.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { defaultModel, putFormerModel, servingModel } from '#tests/speech/stand-in-model.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { parakeetWord } from '#tests/speech/tiny-parakeet.ts';
import { speakTones } from '#tests/speech/tones.ts';

/** The whole product with the default engine, whose model it fetches. */

const patiently = { timeout: 60_000, interval: 50 };
const model = defaultModel();

async function startProduct({ hasFormer, answer }: { hasFormer: boolean; answer: Answer }) {
  const folder = await temporaryFolder();
  if (hasFormer) await putFormerModel(folder.path);
  const server = await modelServer(answer);
  const product = await startTestProduct(
    { SPEECH_MODEL: 'local:parakeet', MODELS_URL: server.url, DATA_DIR: folder.path },
    { speechModels: [model] },
  );
  const user = await signedInUser(product);
  return {
    product,
    user,
    models: async () => (await readdir(join(folder.path, 'models'))).sort(),
    upload: (pcm: Int16Array) => uploadRecording(product, user.token, wavFile(pcm)),
    read: (id: string) => readJob(product, user.token, id),
    finished: (id: string): Promise<Transcription> =>
      vi.waitFor(async () => {
        const job = await readJob(product, user.token, id);
        expect(job.status).toBe('completed');
        return job;
      }, patiently),
    [Symbol.asyncDispose]: async () => {
      await product.close();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Serves the encoder, which is the last file, only after `release`. */
function holdingEncoder() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const answer: Answer = (request, response) => {
    const send = () => servingModel()(request, response);
    if (request.url?.endsWith('encoder.onnx') === true) void promise.then(send);
    else send();
  };
  return { answer, release };
}

test('a recording waits for the default model, and gets words with times and confidence', async () => {
  const { answer, release } = holdingEncoder();
  await using here = await startProduct({ hasFormer: false, answer });
  const said = speakTones(['Bom dia, tudo bem?', 1_000, 'A reunião é sobre o contrato.']);
  const first = await here.upload(said.pcm);
  await vi.waitFor(
    () => expect(here.product.deps.speech.readiness().state).toBe('fetching_model'),
    patiently,
  );
  const second = await here.upload(said.pcm);
  await vi.waitFor(async () => expect((await here.read(second)).reason).toBe('fetching_model'), patiently);
  release();
  expectSpokenWords(await here.finished(first), said.words);
  const { rows } = await here.product.deps.db.execute(
    sql`select engine from transcriptions where id = ${first}`,
  );
  expect(rows).toEqual([{ engine: 'local:parakeet' }]);
  const facts = await fetch(`${here.product.url}/api/installation`);
  expect(InstallationSchema.parse(await facts.json()).speechLabel).toBe(model.credit);
});

test('an installation with the former model transcribes while the new one arrives, and changes without a restart', async () => {
  const { answer, release } = holdingEncoder();
  await using here = await startProduct({ hasFormer: true, answer });
  const before = await here.finished(await here.upload(hum(4_000)));
  expect(before.text).toContain(parakeetWord);
  expect(await here.models()).toContain('former.bin');
  release();
  await vi.waitFor(async () => expect(await here.models()).toEqual([model.folder]), patiently);
  const said = speakTones(['Bom dia, tudo bem?']);
  expectSpokenWords(await here.finished(await here.upload(said.pcm)), said.words);
});
