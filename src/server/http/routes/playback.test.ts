import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlaybackSources } from '#contract/transcription.ts';
import { filmWithSound, recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { callAuth, signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let me: TestUser;
let id: string;
let sources: PlaybackSources;
let clockMs = 0;

const untilDone = (token: string, job: string) =>
  vi.waitFor(async () => expect((await readJob(product, token, job)).status).toBe('completed'), {
    timeout: 30_000,
    interval: 100,
  });

async function readSources(user: typeof me, job: string): Promise<PlaybackSources> {
  const answer = await user.call(`/transcribe/${job}/listening`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as PlaybackSources;
}

const fetchMedia = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${address}`, { headers });

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment, { now: () => new Date(Date.now() + clockMs) });
  me = await signedInUser(product);
  id = await uploadRecording(product, me.token, await recordingOf(5));
  await untilDone(me.token, id);
  sources = await readSources(me, id);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

test('a player without a token gets the sound, whole or as a range', async () => {
  const whole = await fetchMedia(sources.audio.url);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.length).toBeGreaterThan(5_000);
  const part = await fetchMedia(sources.audio.url, { range: 'bytes=100-199' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  const beyond = await fetchMedia(sources.audio.url, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
});

test('the media answer has a sandbox policy, so that an uploaded file cannot run as a page', async () => {
  const { headers } = await fetchMedia(sources.audio.url);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('no cache stores the sound, not even the browser’s', async () => {
  for (const range of [undefined, 'bytes=100-199', 'bytes=0-']) {
    const { headers } = await fetchMedia(sources.audio.url, range === undefined ? {} : { range });
    expect(headers.get('cache-control')).toBe('private, no-store');
  }
});

test('the waveform has the length and the peaks of the recording', async () => {
  const { per_second, peaks } = sources.waveform;
  const values = Buffer.from(peaks, 'base64');
  expect(Math.abs(values.length / per_second - 5)).toBeLessThan(0.2);
  expect(Math.max(...values)).toBeGreaterThan(100);
});

test('a user gets the video only if browsers can play it', async () => {
  const played = await uploadRecording(product, me.token, await filmWithSound('libx264'));
  const unplayed = await uploadRecording(product, me.token, await filmWithSound('mpeg4'));
  await untilDone(me.token, played);
  await untilDone(me.token, unplayed);
  const film = await readSources(me, played);
  expect(film.video?.type).toBe('video/mp4');
  const answer = await fetchMedia(film.video?.url ?? '', { range: 'bytes=0-99' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  expect((await readSources(me, unplayed)).video).toBeNull();
});

test('a media address works only for its own recording and cannot be forged', async () => {
  const other = await uploadRecording(product, me.token, await recordingOf(3));
  await untilDone(me.token, other);
  const elsewhere = sources.audio.url.replace(id, other);
  const changed = sources.audio.url.slice(0, -3).concat('AAA');
  for (const address of [elsewhere, changed, `/api/transcribe/${id}/media?pass=x`])
    expect((await fetchMedia(address)).status).toBe(401);
});

test('the server gives the media address to no other user or visitor', async () => {
  const somebody = await signedInUser(product);
  expect((await somebody.call(`/transcribe/${id}/listening`)).status).toBe(404);
  expect((await fetch(`${product.url}/api/transcribe/${id}/listening`)).status).toBe(401);
});

test('a media address expires after an hour', async () => {
  clockMs = 61 * 60_000;
  try {
    expect((await fetchMedia(sources.audio.url)).status).toBe(401);
  } finally {
    clockMs = 0;
  }
});

test('signing out and deleting invalidate a media address at once', async () => {
  const leaving = await signedInUser(product);
  const kept = await uploadRecording(product, leaving.token, await recordingOf(2));
  const deleted = await uploadRecording(product, leaving.token, await recordingOf(2));
  await untilDone(leaving.token, kept);
  await untilDone(leaving.token, deleted);
  const [keptAt, deletedAt] = [await readSources(leaving, kept), await readSources(leaving, deleted)];
  await leaving.call(`/transcribe/${deleted}`, { method: 'DELETE' });
  expect((await fetchMedia(deletedAt.audio.url)).status).toBe(404);
  expect((await fetchMedia(keptAt.audio.url)).status).toBe(200);
  await callAuth(product, '/sign-out', { cookie: leaving.cookie, body: {} });
  expect((await fetchMedia(keptAt.audio.url)).status).toBe(401);
});
