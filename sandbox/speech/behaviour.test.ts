import { expect, test } from 'vitest';
import type { Chunk } from '#server/adapters/speech/engine.ts';
import { startSandboxSpeech, wavFile } from '#tests/speech/sandbox-speech.ts';
import { makeSound } from '#tests/speech/synthetic-sound.ts';

function chunkWithKeys(keys: string): Chunk {
  const sound = makeSound({ durationMs: 3_000 });
  sound.keys(keys, { fromMs: 500 });
  return { pcm: sound.pcm(), startMs: 0, language: 'auto', attempt: 'normal' };
}

test('the call list shows the digits and the hash of each chunk', async () => {
  await using speech = await startSandboxSpeech();
  const engine = speech.engine();
  await engine.transcribe(chunkWithKeys('12'));
  await engine.transcribe(chunkWithKeys('345'));
  await engine.transcribe({ ...chunkWithKeys('12'), attempt: 'careful', language: 'en' });
  const calls = await speech.calls();
  expect(calls.map(({ digits, seconds, status }) => ({ digits, seconds, status }))).toEqual([
    { digits: '12', seconds: 3, status: 200 },
    { digits: '345', seconds: 3, status: 200 },
    { digits: '12', seconds: 3, status: 200 },
  ]);
  expect(calls[0]?.hash).toBe(calls[2]?.hash);
  expect(calls[0]?.hash).not.toBe(calls[1]?.hash);
  expect(calls[0]).toMatchObject({ language: 'en', temperature: 0.4 });
  expect(calls[2]).toMatchObject({ language: null, temperature: 0 });
  expect(Math.abs(Date.parse(calls[0]?.at ?? '') - Date.now())).toBeLessThan(10_000);
  expect((await speech.clearCalls()).status).toBe(204);
  expect(await speech.calls()).toEqual([]);
});

test('the speech server fails the next calls as configured, in order, and answers later ones', async () => {
  await using speech = await startSandboxSpeech();
  const engine = speech.engine();
  await speech.behave({
    failNext: [
      { status: 429, retryAfterSeconds: 2 },
      { status: 500 },
      { status: 413 },
      { status: 401 },
      { status: 200, body: '<h1>Bad gateway</h1>' },
      { status: 400, body: { error: { message: 'audio?', type: 'invalid_request_error', code: null } } },
    ],
  });
  const outcome = () => engine.transcribe(chunkWithKeys('9')).catch((error: Error) => error);
  expect(await outcome()).toMatchObject({ kind: 'busy', retryAfterMs: 2_000 });
  expect(await outcome()).toMatchObject({ kind: 'temporary' });
  expect(await outcome()).toMatchObject({ kind: 'too_big' });
  expect(await outcome()).toMatchObject({ kind: 'unauthorized' });
  expect(await outcome()).toMatchObject({ kind: 'nonsense' });
  // After a 400 the engine retries with fewer fields.
  expect(await outcome()).toMatchObject({ segments: [{ text: '9' }] });
  expect((await speech.calls()).map(({ status }) => status)).toEqual([200, 400, 200, 401, 413, 500, 429]);
});

test('the speech server leaves a hanging call unanswered until the client disconnects', async () => {
  await using speech = await startSandboxSpeech();
  await speech.behave({ failNext: [{ status: 500, hang: true }] });
  await expect(speech.engine({ timeLimitMs: 300 }).transcribe(chunkWithKeys('4'))).rejects.toMatchObject({
    kind: 'temporary',
  });
  await expect.poll(speech.calls).toMatchObject([{ digits: '4', status: 499 }]);
});

test('the speech server delays an answer by the length of the audio', async () => {
  await using speech = await startSandboxSpeech();
  await speech.behave({ delayMsPerMinute: 4_000 });
  const startedMs = performance.now();
  await speech.engine().transcribe(chunkWithKeys('1'));
  // A timer may end a fraction of a millisecond early.
  expect(performance.now() - startedMs).toBeGreaterThan(195);
});

test('the speech server refuses too many parallel calls', async () => {
  await using speech = await startSandboxSpeech();
  await speech.behave({ failNext: [{ status: 500, hang: true }], limitParallel: 1 });
  const leaving = new AbortController();
  const first = speech.ask({ file: wavFile(chunkWithKeys('1').pcm), signal: leaving.signal });
  await expect.poll(async () => (await speech.calls()).length).toBe(1);
  const second = await speech
    .engine()
    .transcribe(chunkWithKeys('2'))
    .catch((error: Error) => error);
  expect(second).toMatchObject({ kind: 'busy', retryAfterMs: 1_000 });
  leaving.abort();
  await expect(first).rejects.toThrow();
  await speech.behave({});
  const both = [
    speech.engine().transcribe(chunkWithKeys('3')),
    speech.engine().transcribe(chunkWithKeys('4')),
  ];
  expect(await Promise.all(both)).toMatchObject([
    { segments: [{ text: '3' }] },
    { segments: [{ text: '4' }] },
  ]);
});

test('the sandbox refuses an unknown behaviour and keeps the previous one', async () => {
  await using speech = await startSandboxSpeech();
  expect((await speech.behave({ failNext: [{ status: 503 }] })).status).toBe(200);
  expect((await speech.behave({ falhar: true } as object)).status).toBe(400);
  expect(await (await fetch(`${speech.url}/behaviour`)).json()).toMatchObject({
    failNext: [{ status: 503 }],
  });
});

test('the page of the speech server shows its title, the calls and the number of failures to come', async () => {
  await using speech = await startSandboxSpeech();
  const page = async () => (await fetch(speech.url)).text();
  const empty = await page();
  expect(empty).toContain('<h1>Fala</h1>');
  expect(empty).toContain('aparece aqui');
  expect(empty).not.toContain('pedidos que ainda vão falhar');
  await speech.behave({ failNext: [{ status: 503 }, { status: 500 }] });
  await speech.ask({ file: wavFile(chunkWithKeys('77').pcm) });
  const filled = await page();
  expect(filled).toContain('7 7');
  expect(filled).toContain('recusado com 503');
  expect(filled).toContain('pedidos que ainda vão falhar: 1');
  expect(filled).toContain('data-live');
});
