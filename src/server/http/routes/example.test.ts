import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, DashboardSchema } from '#contract/dashboard.ts';
import type { PlanUsage } from '#contract/plan-usage.ts';
import type { PlaybackSources, Transcription } from '#contract/transcription.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 60_000);
afterAll(() => product.close());

async function open({ call }: TestUser): Promise<string> {
  const answer = await call('/transcriptions/example', { method: 'POST' });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { jobId: string }).jobId;
}

const read = async ({ call }: TestUser, id: string) =>
  (await (await call(`/transcribe/${id}`)).json()) as Transcription;

test('the example is a complete transcription with text, word times, speakers, sound and waveform', async () => {
  const me = await signedInUser(product);
  const id = await open(me);
  const { status, text, title, segments, speaker_names, audio_duration } = await read(me, id);
  expect(status).toBe('completed');
  expect(title).toContain('vozes sintéticas');
  expect(text).toMatch(/^Olá! Esta é uma gravação de exemplo\. As duas vozes são sintéticas/);
  expect(speaker_names).toEqual({ Ana: 'Ana', Bruno: 'Bruno' });
  const words = segments.flatMap((segment) => segment.words ?? []);
  expect(words.map((word) => word.text).join(' ')).toBe(segments.map((segment) => segment.text).join(' '));
  for (const [index, word] of words.entries()) {
    expect(word.end_ms).toBeGreaterThan(word.start_ms);
    expect(word.start_ms).toBeGreaterThanOrEqual(words[index - 1]?.end_ms ?? 0);
  }
  expect(words.at(-1)?.end_ms).toBeLessThanOrEqual(audio_duration * 1_000);
  const sources = (await (await me.call(`/transcribe/${id}/listening`)).json()) as PlaybackSources;
  const sound = await fetch(`${product.url}${sources.audio.url}`);
  expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
});

test('the waveform of the example is loud during words and quiet between speakers', async () => {
  const me = await signedInUser(product);
  const id = await open(me);
  const { segments } = await read(me, id);
  const { waveform } = (await (await me.call(`/transcribe/${id}/listening`)).json()) as PlaybackSources;
  const peaks = Buffer.from(waveform.peaks, 'base64');
  const highest = (startMs: number, endMs: number) =>
    Math.max(
      ...peaks.subarray(
        Math.round((startMs / 1_000) * waveform.per_second),
        Math.round((endMs / 1_000) * waveform.per_second),
      ),
    );
  for (const [index, segment] of segments.entries()) {
    expect(highest(segment.start_ms, segment.end_ms)).toBeGreaterThan(60);
    const next = segments[index + 1];
    if (next !== undefined && next.speaker !== segment.speaker)
      expect(highest(segment.end_ms + 150, next.start_ms - 100)).toBeLessThan(40);
  }
});

test('opening the example is free, and parallel requests open one', async () => {
  const me = await signedInUser(product);
  const ids = await Promise.all([open(me), open(me), open(me)]);
  expect(new Set(ids).size).toBe(1);
  const usage = (await (await me.call('/auth/plan')).json()) as PlanUsage;
  expect(usage.usedHours).toBe(0);
});

test('a user can delete the example and open a fresh one', async () => {
  const me = await signedInUser(product);
  const id = await open(me);
  await me.call(`/transcribe/${id}`, { method: 'PUT', body: { text: 'Outro texto.' } });
  await me.call(`/transcribe/${id}`, { method: 'DELETE' });
  expect((await me.call(`/transcribe/${id}`)).status).toBe(404);
  const again = await open(me);
  expect(again).not.toBe(id);
  expect((await read(me, again)).text).toContain('O orçamento'.toLowerCase());
});

test('the server refuses the example without a session', async () => {
  const answer = await fetch(`${product.url}/api/transcriptions/example`, { method: 'POST' });
  expect(answer.status).toBe(401);
});

async function openingFor({ call }: TestUser): Promise<Dashboard['example']> {
  return DashboardSchema.parse(await (await call('/dashboard')).json()).example;
}

test('home contains the beginning of the example until the user has a transcription beside it', async () => {
  const me = await signedInUser(product);
  const opening = await openingFor(me);
  expect(opening?.turns.map(({ speaker }) => speaker)).toEqual(['Ana', 'Bruno']);
  const id = await open(me);
  expect(await openingFor(me)).toEqual(opening);
  const { segments, title } = await read(me, id);
  const shown = opening?.turns.flatMap((turn) => turn.segments) ?? [];
  expect(opening?.title).toBe(title);
  expect(segments.slice(0, shown.length)).toEqual(shown);
  expect(shown.at(-1)?.end_ms).toBeLessThan(opening?.duration_ms ?? 0);
  expect(segments[shown.length]?.start_ms).toBeGreaterThan(opening?.duration_ms ?? 0);
  const { per_second, peaks } = opening?.waveform ?? { per_second: 0, peaks: '' };
  expect(Buffer.from(peaks, 'base64').length / per_second).toBe((opening?.duration_ms ?? 0) / 1_000);

  await insertTranscription(product.deps, { userId: me.userId, isDeleted: true });
  expect(await openingFor(me)).toEqual(opening);
  await insertTranscription(product.deps, { userId: me.userId, status: 'pending' });
  expect(await openingFor(me)).toBeNull();
});

test('the sound of the beginning needs no session, may be cached and answers ranges', async () => {
  const address = `${product.url}/api/transcriptions/example/sound`;
  const whole = await fetch(address);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe('audio/mpeg');
  expect(whole.headers.get('cache-control')).toBe('public, max-age=86400');
  const bytes = Buffer.from(await whole.arrayBuffer());
  const part = await fetch(address, { headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  const beyond = await fetch(address, { headers: { range: `bytes=${bytes.length}-` } });
  expect(beyond.status).toBe(416);
});
