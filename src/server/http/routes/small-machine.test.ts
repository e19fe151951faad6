import { totalmem } from 'node:os';
import { expect, test, vi } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { modelServer, serving } from '#tests/speech/local-model.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { defaultModel, fallbackModel } from '#tests/speech/stand-in-model.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';

test('a small machine without SPEECH_MODEL transcribes with a smaller model, and the health page names both', async () => {
  await using server = await modelServer(serving(tinyWhisper()));
  const tooLarge = { ...defaultModel(), memoryBytes: totalmem() };
  const product = await startTestProduct(
    { SPEECH_MODEL: '', MODELS_URL: server.url },
    { speechModels: [tooLarge, fallbackModel] },
  );
  await using _closing = { [Symbol.asyncDispose]: () => product.close() };
  const { token } = await signedInUser(product);
  const id = await uploadRecording(product, token, wavFile(hum(4_000)));
  await vi.waitFor(async () => expect((await readJob(product, token, id)).status).toBe('completed'), {
    timeout: 60_000,
    interval: 50,
  });
  expect(JSON.stringify(await readJob(product, token, id))).toContain(spoken.text);

  const answer = await fetch(`${product.url}/health/ready`);
  const { speech } = ReadySchema.parse(await answer.json()).parts;
  expect(speech).toMatchObject({ ready: true });
  expect(speech?.reason).toMatch(/^Parakeet needs a machine with .+: Whisper small transcribes instead$/);
  expect(product.logged()).toContain(speech?.reason);
  expect(server.requests.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('parakeet'));
}, 90_000);
