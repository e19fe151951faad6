import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

/** The whole product with a remote engine that labels speakers: in each request, its first speaker is "A". */

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let user: TestUser;

beforeAll(async () => {
  engine = await startScriptedSpeechServer(() => ({
    raw: JSON.stringify({
      text: 'Bom dia. Boa tarde.',
      segments: [
        { id: 0, start: 0.5, end: 2.5, text: 'Bom dia.', speaker: 'A', avg_logprob: -0.2 },
        { id: 1, start: 3.5, end: 5.5, text: 'Boa tarde.', speaker: 'B', avg_logprob: -0.2 },
      ],
    }),
  }));
  product = await startTestProduct(engine.environment);
  user = await signedInUser(product);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

async function speakersOf(seconds: number) {
  const begun = engine.begun();
  const id = await uploadRecording(product, user.token, await recordingOf(seconds));
  const segments = await vi.waitFor(
    async () => {
      const job = await readJob(product, user.token, id);
      expect(job.status).toBe('completed');
      return job.segments;
    },
    { timeout: 60_000, interval: 50 },
  );
  return { requests: engine.begun() - begun, speakers: segments.map(({ speaker }) => speaker) };
}

test('the labels of an engine count if one request held the whole recording', async () => {
  expect(await speakersOf(20)).toEqual({ requests: 1, speakers: ['A', 'B'] });
});

test('the labels of two requests are not the same people, so the text has none', async () => {
  const { requests, speakers } = await speakersOf(200);
  expect(requests).toBeGreaterThan(1);
  expect(speakers).toEqual(speakers.map(() => undefined));
  expect(speakers.length).toBe(2 * requests);
});
