import { expect, test, vi } from 'vitest';
import type { Transcription } from '#contract/transcription.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Answer, modelServer, serving, status } from '#tests/speech/local-model.ts';
import { standInSpeakerFiles, standInSpeakers } from '#tests/speech/stand-in-speakers.ts';
import { speakDialogue, standInModels } from '#tests/speech/tones.ts';

/** The whole product without SPEAKER_MODELS: its worker fetches the speaker models. */

const speakersOf = ({ segments }: Transcription) => [...new Set(segments.map(({ speaker }) => speaker))];
const patiently = { timeout: 30_000, interval: 50 };

async function startProduct(answer: Answer) {
  const folder = await temporaryFolder();
  const server = await modelServer(answer);
  const product = await startTestProduct(
    {
      SPEECH_MODEL: `local:${standInModels}`,
      SPEAKER_MODELS: '',
      MODELS_URL: server.url,
      DATA_DIR: folder.path,
    },
    { speakerModels: standInSpeakers },
  );
  const user = await signedInUser(product);
  const heard = (id: string) =>
    vi.waitFor(async () => {
      const job = await readJob(product, user.token, id);
      expect(job.status).toBe('completed');
      expect(job.voices.state).not.toBe('waiting');
      return job;
    }, patiently);
  return {
    heard,
    askForVoices: (id: string) =>
      user.call(`/transcribe/${id}/voices`, { method: 'PUT', body: { voices: null } }),
    product,
    server,
    async upload() {
      const { pcm } = speakDialogue([
        [0, 'Bom dia, tudo bem com a senhora?'],
        [1, 'Tudo bem, e com o senhor?'],
        [0, 'A reunião é sobre o contrato da casa.'],
      ]);
      return heard(await uploadRecording(product, user.token, encodeWav(pcm)));
    },
    findsVoices: async () => {
      const answer = await user.call('/installation');
      return ((await answer.json()) as { findsVoices: boolean }).findsVoices;
    },
    [Symbol.asyncDispose]: async () => {
      await product.close();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('texts have voices once the worker has fetched the speaker models', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await using here = await startProduct(async (request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    if (name === 'embedding.onnx') await promise;
    serving(standInSpeakerFiles.get(name) ?? Buffer.alloc(0))(request, response);
  });
  const before = await here.upload();
  expect(before.voices.state).toBeNull();
  expect(await here.findsVoices()).toBe(false);
  release();
  await vi.waitFor(async () => expect(await here.findsVoices()).toBe(true), patiently);
  const job = await here.upload();
  expect(job.voices.state).toBe('done');
  expect(speakersOf(job)).toHaveLength(2);
  // The owner may ask for the voices of the earlier recording now.
  expect((await here.askForVoices(before.job_id)).status).toBe(202);
  expect(speakersOf(await here.heard(before.job_id))).toHaveLength(2);
  expect(here.server.requests.map(({ path }) => path)).toEqual([
    '/tests/speakers/segmentation.onnx',
    '/tests/speakers/embedding.onnx',
  ]);
});

test('models that the server refuses fail no recording, and the next one tries again', async () => {
  await using here = await startProduct(status(404));
  const asked = () => here.server.requests.length;
  const { job_id, voices } = await here.upload();
  expect(voices.state).toBeNull();
  expect((await here.askForVoices(job_id)).status).toBe(409);
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), patiently);
  const askedBefore = asked();
  expect((await here.upload()).voices.state).toBeNull();
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(askedBefore), patiently);
  expect(here.product.logged()).toContain('the speaker models could not be fetched');
});
