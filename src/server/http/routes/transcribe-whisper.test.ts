import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { createLocalEngine } from '#server/adapters/speech/local/local-engine.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelOf, putModel } from '#tests/speech/local-model.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';

/** The whole product with a stand-in model, whose size and hash are not among those of the known models. */

let models: Awaited<ReturnType<typeof temporaryFolder>>;
let product: TestProduct;

beforeAll(async () => {
  models = await temporaryFolder();
  const content = tinyWhisper();
  const model = modelOf(content);
  await putModel(models.path, model, content);
  product = await startTestProduct();
  const { log } = product.deps;
  Object.assign(product.deps, { speech: createLocalEngine({ dataDir: models.path, model, log }) });
});
afterAll(async () => {
  await product.deps.speech.close();
  await product.close();
  await models[Symbol.asyncDispose]();
});

test('the words of Whisper arrive in the transcription with their times and confidence', async () => {
  const user = await signedInUser(product);
  const id = await uploadRecording(product, user.token, encodeWav(hum(4_000)));
  const { segments } = await vi.waitFor(
    async () => {
      const job = await readJob(product, user.token, id);
      expect(job.status).toBe('completed');
      return job;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(segments.map(({ text }) => text)).toEqual([spoken.text]);
  expect(segments[0]?.words).toEqual(
    spoken.words.map(({ text, startMs, endMs, confidence }) => ({
      text,
      start_ms: startMs,
      end_ms: endMs,
      confidence: expect.closeTo(confidence, 3),
    })),
  );
});
