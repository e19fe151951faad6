import { expect, test } from 'vitest';
import type { Chunk } from '#server/adapters/speech/engine.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { startSandboxSpeech, wavFile } from '#tests/speech/sandbox-speech.ts';
import { makeSound } from '#tests/speech/synthetic-sound.ts';

const chunkOf = (pcm: Int16Array, startMs = 0): Chunk => ({
  pcm,
  startMs,
  language: 'pt',
  attempt: 'normal',
});

/** Makes keys, a voice and more keys, separated by silence. */
function scene() {
  const sound = makeSound({ durationMs: 12_000 });
  sound.noise({ fromMs: 0, toMs: 12_000 }, { levelDb: -60 });
  sound.keys('5#*', { fromMs: 1_000 });
  sound.voice({ fromMs: 3_000, toMs: 6_000 });
  sound.keys('1', { fromMs: 7_000 });
  sound.keys('2', { fromMs: 8_050 });
  sound.keys('3', { fromMs: 10_000 });
  return sound.pcm();
}

const near = (value: number) => expect.closeTo(value, 1);

test('the product’s engine receives keys and voices in order, with times relative to the file', async () => {
  await using speech = await startSandboxSpeech();
  const { language, segments } = await speech.engine().transcribe(chunkOf(scene(), 60_000));
  expect(language).toBe('pt');
  expect(segments.map(({ text }) => text)).toEqual(['5 # *', '[fala]', '1 2', '3']);
  const times = segments.map(({ startMs, endMs }) => [startMs, endMs]);
  for (const [index, [startMs, endMs]] of [
    [61_000, 61_500],
    [63_000, 66_000],
    [67_000, 68_150],
    [70_000, 70_100],
  ].entries()) {
    expect(Math.abs((times[index]?.[0] ?? 0) - (startMs ?? 0))).toBeLessThanOrEqual(40);
    expect(Math.abs((times[index]?.[1] ?? 0) - (endMs ?? 0))).toBeLessThanOrEqual(40);
  }
  expect(segments[0]?.words?.map(({ text }) => text)).toEqual(['5', '#', '*']);
  expect(Math.abs((segments[0]?.words?.[1]?.startMs ?? 0) - 61_200)).toBeLessThanOrEqual(20);
  expect(segments[0]?.confidence).toBeGreaterThan(segments[1]?.confidence ?? 1);
});

test('the server returns no text for silence, and ignores the prompt', async () => {
  await using speech = await startSandboxSpeech();
  const silence = await speech.engine().transcribe(chunkOf(new Int16Array(160_000)));
  expect(silence.segments).toEqual([]);
  const fields: [string, string][] = [
    ['prompt', 'Diga bom dia'],
    ['language', 'en'],
    ['response_format', 'verbose_json'],
  ];
  const answer = await speech.ask({ file: wavFile(new Int16Array(16_000)), fields });
  expect(await answer.json()).toMatchObject({ text: '', segments: [], language: 'en', duration: 1 });
});

test('the server returns all fields of OpenAI as verbose_json, and only the text as json', async () => {
  await using speech = await startSandboxSpeech();
  const file = wavFile(scene());
  const answerTo = async (...fields: [string, string][]) => speech.ask({ file, fields });
  const verbose = (await (
    await answerTo(
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'segment'],
      ['timestamp_granularities[]', 'word'],
      ['temperature', '0.4'],
    )
  ).json()) as Record<string, unknown[]>;
  expect(verbose).toMatchObject({
    task: 'transcribe',
    language: 'pt',
    duration: 12,
    text: '5 # * [fala] 1 2 3',
  });
  expect(verbose.segments).toHaveLength(4);
  expect(verbose.segments?.[0]).toEqual({
    id: 0,
    seek: 0,
    start: near(1),
    end: near(1.5),
    text: ' 5 # *',
    tokens: expect.arrayContaining([53]),
    temperature: 0.4,
    avg_logprob: expect.any(Number),
    compression_ratio: expect.any(Number),
    no_speech_prob: expect.any(Number),
  });
  expect(verbose.words).toHaveLength(7);
  expect(verbose.words?.[3]).toEqual({ word: '[fala]', start: near(3), end: near(6) });

  expect(await (await answerTo()).json()).toEqual({
    text: '5 # * [fala] 1 2 3',
    usage: { type: 'duration', seconds: 12 },
  });
});

test('the server refuses invalid requests with OpenAI’s errors', async () => {
  await using speech = await startSandboxSpeech();
  const file = wavFile(new Int16Array(16_000));
  const refusals: [number, string | null, Parameters<typeof speech.ask>[0]][] = [
    [401, 'invalid_api_key', { file, key: '' }],
    [400, 'missing_required_parameter', {}],
    [400, 'missing_required_parameter', { file: new Uint8Array(0) }],
    [400, 'model_not_found', { file, fields: [['model', 'whisper-1']] }],
    [400, 'invalid_value', { file, fields: [['response_format', 'pdf']] }],
    [400, 'invalid_value', { file, fields: [['temperature', 'morno']] }],
    [400, 'invalid_value', { file: new TextEncoder().encode('Não sou áudio. '.repeat(50)) }],
    [400, 'invalid_value', { file: wavFile(new Int16Array(44_100), 44_100) }],
    [400, 'audio_too_short', { file: wavFile(new Int16Array(800)) }],
    [413, 'content_too_large', { file: new Uint8Array(25 * 1_048_576 + 1) }],
  ];
  for (const [status, code, asked] of refusals) {
    const answer = await speech.ask(asked);
    expect(await answer.json()).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        code,
        param: code === 'invalid_api_key' ? null : expect.any(String),
      },
    });
    expect(answer.status).toBe(status);
  }
  expect(await speech.calls()).toEqual([]);
  const noForm = await fetch(`${speech.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: 'Bearer chave', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(noForm.status).toBe(400);
  expect(await noForm.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

longTest('the server recognizes ten minutes in one call and answers other requests meanwhile', async () => {
  await using speech = await startSandboxSpeech();
  const minutes = 10;
  const sound = makeSound({ durationMs: 1_000 });
  sound.voice({ fromMs: 0, toMs: 500 });
  sound.keys('7', { fromMs: 700 });
  const second = sound.pcm();
  const pcm = new Int16Array(minutes * 60 * second.length);
  for (let at = 0; at < pcm.length; at += second.length) pcm.set(second, at);
  let isHeard = false;
  const hearing = speech
    .engine()
    .transcribe(chunkOf(pcm))
    .finally(() => {
      isHeard = true;
    });
  // Request the list during the recognition. A later answer would mean that the recognition blocks the event loop.
  const page = await fetch(`${speech.url}/calls`);
  expect([page.status, isHeard]).toEqual([200, false]);
  const { segments } = await hearing;
  expect(segments.filter(({ text }) => text === '7')).toHaveLength(minutes * 60);
});
