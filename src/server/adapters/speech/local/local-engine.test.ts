import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelOf, modelServer, putModel, serving, status } from '#tests/speech/local-model.ts';
import { hum, soundWithBursts } from '#tests/speech/synthetic-sound.ts';
import { msAWord, parakeetWord, tinyParakeet } from '#tests/speech/tiny-parakeet.ts';
import { spoken, spokenInContext, tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import type { Chunk } from '../engine.ts';
import { createLocalEngine, type LocalEngineOptions } from './local-engine.ts';

const log = pino({ level: 'silent' });
const whisperContent = tinyWhisper();
const loopingContent = tinyWhisper({ loops: true });
const parakeetContent = tinyParakeet();
const whisper = modelOf(whisperContent, { file: 'whisper.bin' });
/** Needs half a minute for a few seconds of sound, so it is always busy when a test stops it. */
const looping = modelOf(loopingContent, { file: 'looping.bin' });
const parakeet = modelOf(parakeetContent, { file: 'parakeet.bin', kind: 'parakeet' });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ name: 'ação e espaço' });
  await putModel(folder.path, whisper, whisperContent);
  await putModel(folder.path, looping, loopingContent);
  await putModel(folder.path, parakeet, parakeetContent);
});
afterAll(() => folder[Symbol.asyncDispose]());

async function open(changes: Partial<LocalEngineOptions> = {}) {
  const engine = createLocalEngine({ dataDir: folder.path, model: whisper, log, ...changes });
  await engine.prepare();
  return { ...engine, [Symbol.asyncDispose]: () => engine.close() };
}

const chunk = (changes: Partial<Chunk> = {}): Chunk => ({
  pcm: hum(4_000),
  startMs: 0,
  language: 'auto',
  attempt: 'normal',
  ...changes,
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function busyPid(engine: { pid: () => number | undefined }) {
  await expect.poll(engine.pid).toBeDefined();
  return engine.pid() ?? 0;
}

test('a chunk becomes words with accents, confidence and times relative to the file, and its language', async () => {
  await using engine = await open();
  expect(engine.readiness()).toEqual({ state: 'ready' });
  const { language, segments } = await engine.transcribe(chunk({ startMs: 60_000 }));
  expect(language).toBe('pt');
  const words = spoken.words.map(({ text, startMs, endMs, confidence }) => ({
    text,
    startMs: startMs + 60_000,
    endMs: endMs + 60_000,
    confidence: expect.closeTo(confidence, 3),
  }));
  expect(segments).toEqual([
    { startMs: 60_000, endMs: 63_000, text: spoken.text, words, confidence: expect.closeTo(0.948, 3) },
  ]);
});

longTest('no segment ends after its chunk, although the model reads windows of 30 s', async () => {
  await using engine = await open();
  const { segments } = await engine.transcribe(chunk({ pcm: hum(2_000) }));
  expect(segments.at(-1)?.endMs).toBe(2_000);
  const ends = segments.flatMap(({ words = [] }) => words.map(({ endMs }) => endMs));
  expect(ends).toHaveLength(spoken.words.length);
  expect(Math.max(...ends)).toBe(2_000);
});

test('a careful attempt decodes without the previous text as context', async () => {
  await using engine = await open();
  const long = { pcm: hum(45_000), language: 'pt' };
  const [normal, careful] = await Promise.all([
    engine.transcribe(chunk(long)),
    engine.transcribe(chunk({ ...long, attempt: 'careful' })),
  ]);
  expect(normal.segments.at(-1)?.text).toBe(spokenInContext);
  expect(careful.segments.at(-1)?.text).toBe(spoken.text);
});

test('a careful attempt is as sure of its words as a normal one, although its temperature is higher', async () => {
  await using engine = await open();
  const { segments } = await engine.transcribe(chunk({ attempt: 'careful' }));
  expect(
    segments.flatMap(({ words = [] }) => words.map(({ text, confidence }) => [text, confidence])),
  ).toEqual(spoken.words.map(({ text, confidence }) => [text, expect.closeTo(confidence, 3)]));
});

test('segments of Parakeet, which returns no timestamps, get the times of the detected phrases', async () => {
  await using engine = await open({ model: parakeet });
  const bursts = [
    { fromMs: 1_000, toMs: 4_000 },
    { fromMs: 6_000, toMs: 8_500 },
  ];
  const { segments } = await engine.transcribe(
    chunk({ pcm: soundWithBursts(10_000, bursts), startMs: 5_000 }),
  );
  expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [6_000, 9_000],
    [11_000, 13_500],
  ]);
  const words = segments.map(({ text }) => text.split(' '));
  for (const [index, { fromMs, toMs }] of bursts.entries()) {
    expect(new Set(words[index])).toEqual(new Set([parakeetWord]));
    // The model's margins around a phrase may contain an extra word.
    expect(Math.abs((words[index]?.length ?? 0) - (toMs - fromMs) / msAWord)).toBeLessThan(2.5);
  }
});

test('silence, a click and an empty chunk cause no error', async () => {
  await using other = await open();
  await other.transcribe(chunk({ pcm: hum(1) }));
  await using engine = await open({ model: parakeet });
  expect((await engine.transcribe(chunk({ pcm: new Int16Array(48_000) }))).segments).toEqual([]);
  expect((await engine.transcribe(chunk({ pcm: new Int16Array(0) }))).segments).toEqual([]);
  await engine.transcribe(chunk({ pcm: hum(20) }));
});

longTest('concurrent chunks run in order in one process', async () => {
  await using engine = await open();
  const starts = [0, 10_000, 20_000, 30_000];
  const ended: number[] = [];
  await Promise.all(
    starts.map((startMs) => engine.transcribe(chunk({ startMs })).then(() => ended.push(startMs))),
  );
  expect(ended).toEqual(starts);
});

test.runIf(existsSync('/proc/self/maps'))('the server process never loads the native library', async () => {
  await using engine = await open();
  await engine.transcribe(chunk());
  const mapsOf = (pid: number | string) => readFile(`/proc/${pid}/maps`, 'utf8');
  expect(await mapsOf(engine.pid() ?? 0)).toContain('node-whisper');
  expect(await mapsOf('self')).not.toContain('node-whisper');
});

test('a killed process loses only its chunk, and the next chunk gets a new process', async () => {
  await using engine = await open({ model: looping });
  const lost = engine.transcribe(chunk());
  const rejection = expect(lost).rejects.toMatchObject({ name: 'SpeechError', kind: 'crashed' });
  const pid = await busyPid(engine);
  process.kill(pid, 'SIGKILL');
  await rejection;
  expect(engine.readiness()).toEqual({ state: 'ready' });
  const stop = new AbortController();
  const next = expect(engine.transcribe(chunk({ signal: stop.signal }))).rejects.toMatchObject({
    kind: 'aborted',
  });
  await expect.poll(engine.pid).not.toBe(pid);
  await busyPid(engine);
  stop.abort();
  await next;
});

longTest('the engine replaces a killed idle process at the next chunk', async () => {
  await using engine = await open();
  await engine.transcribe(chunk());
  process.kill(engine.pid() ?? 0, 'SIGKILL');
  await expect.poll(engine.pid).toBeUndefined();
  expect((await engine.transcribe(chunk())).segments).toHaveLength(1);
});

test('an abort stops the running chunk at once, and removes a queued chunk before it starts', async () => {
  await using engine = await open({ model: looping });
  const [stopFirst, stopSecond] = [new AbortController(), new AbortController()];
  const first = engine.transcribe(chunk({ signal: stopFirst.signal }));
  const second = engine.transcribe(chunk({ signal: stopSecond.signal }));
  const pid = await busyPid(engine);
  stopSecond.abort();
  await expect(second).rejects.toMatchObject({ kind: 'aborted' });
  expect(isAlive(pid)).toBe(true);
  const stoppedAt = performance.now();
  stopFirst.abort();
  await expect(first).rejects.toMatchObject({ kind: 'aborted' });
  expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  // The library stops by itself, so the model stays loaded.
  expect(engine.pid()).toBe(pid);
});

test.skipIf(process.platform === 'win32')('a process that does not stop by itself is killed', async () => {
  await using engine = await open({ model: looping });
  const stop = new AbortController();
  const running = engine.transcribe(chunk({ signal: stop.signal }));
  const pid = await busyPid(engine);
  process.kill(pid, 'SIGSTOP');
  stop.abort();
  await expect(running).rejects.toMatchObject({ kind: 'aborted' });
  expect(isAlive(pid)).toBe(false);
});

test('a chunk that exceeds the time limit fails, and its process is killed', async () => {
  await using engine = await open({ model: looping, timeLimitMs: () => 300 });
  const hung = engine.transcribe(chunk());
  await expect(hung).rejects.toMatchObject({ kind: 'crashed', message: 'the chunk exceeded 300 ms' });
  expect(engine.pid()).toBeUndefined();
});

test('an idle engine process exits to free its memory, and the next chunk starts a new one', async () => {
  await using engine = await open({ idleMs: 100 });
  await engine.transcribe(chunk());
  const pid = engine.pid() ?? 0;
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect((await engine.transcribe(chunk())).segments).toHaveLength(1);
});

test('close ends the process and aborts the running and queued chunks', async () => {
  await using engine = await open({ model: looping });
  const chunks = [engine.transcribe(chunk()), engine.transcribe(chunk())];
  const rejections = chunks.map((each) => expect(each).rejects.toMatchObject({ kind: 'aborted' }));
  const pid = await busyPid(engine);
  await engine.close();
  expect(isAlive(pid)).toBe(false);
  await Promise.all(rejections);
});

longTest('a killed server leaves no engine process behind', async () => {
  await (await open({ model: looping })).close();
  const script = fileURLToPath(new URL('../../../../../tests/speech/hold-engine.ts', import.meta.url));
  const holder = spawn(process.execPath, [script, folder.path, JSON.stringify(looping)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(holder.stdout, 'data');
  const pid = Number(String(output));
  expect(isAlive(pid)).toBe(true);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('the engine reports an invalid model file and refuses a chunk that is too long', async () => {
  const content = Buffer.from('this is no model'.repeat(100));
  const broken = modelOf(content, { file: 'broken.bin' });
  await putModel(folder.path, broken, content);
  await using engine = await open({ model: broken });
  await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'temporary' });
  expect(engine.readiness()).toMatchObject({
    state: 'unavailable',
    reason: expect.stringContaining('bad magic'),
  });
  await expect(engine.transcribe(chunk({ pcm: new Int16Array(601 * 16_000) }))).rejects.toMatchObject({
    kind: 'too_big',
  });
});

test('the engine names the build for a graphics card that is not installed', async () => {
  await using engine = await open({ variant: 'vulkan' });
  await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'temporary' });
  expect(engine.readiness()).toMatchObject({
    state: 'unavailable',
    reason: expect.stringMatching(/SPEECH_VARIANT=vulkan needs .*-vulkan, which is not installed: remove/),
  });
});

test('readiness shows the download progress of the model, and the engine works afterwards', async () => {
  await using empty = await temporaryFolder();
  const half = Math.floor(whisperContent.length / 2);
  const retryReleased = Promise.withResolvers<void>();
  await using server = await modelServer(
    serving(whisperContent, { cutAfter: half }),
    (request, response) =>
      void retryReleased.promise.then(() => status(503, { 'retry-after': '1' })(request, response)),
    serving(whisperContent),
  );
  const engine = createLocalEngine({ dataDir: empty.path, model: whisper, log, modelsUrl: server.url });
  const otherEngine = createLocalEngine({ dataDir: empty.path, model: whisper, log, modelsUrl: server.url });
  expect(engine.readiness().state).toBe('unavailable');
  await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'temporary' });
  const [first, second] = [engine.prepare(), engine.prepare()];
  await expect
    .poll(() => engine.readiness())
    .toMatchObject({ state: 'fetching_model', totalBytes: whisperContent.length });
  // A broken connection loses the bytes that fetch has buffered, so fewer than half may be stored.
  await expect.poll(() => server.requests).toHaveLength(2);
  const shown = otherEngine.readiness();
  expect(shown).toMatchObject({ state: 'fetching_model', totalBytes: whisperContent.length });
  expect(shown).toEqual(engine.readiness());
  expect(shown).toMatchObject({ doneBytes: expect.toSatisfy((bytes) => bytes > 0 && bytes <= half) });
  const aborted = engine.prepare(AbortSignal.timeout(10));
  await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
  retryReleased.resolve();
  await Promise.all([first, second]);
  expect(otherEngine.readiness()).toEqual({ state: 'ready' });
  expect((await engine.transcribe(chunk())).segments).toHaveLength(1);
  await engine.close();
});

test('the engine reports why the model download failed, and prepare can retry it', async () => {
  await using empty = await temporaryFolder();
  await using server = await modelServer(status(404), serving(whisperContent));
  const engine = createLocalEngine({ dataDir: empty.path, model: whisper, log, modelsUrl: server.url });
  await expect(engine.prepare()).rejects.toMatchObject({ kind: 'temporary' });
  expect(engine.readiness()).toMatchObject({
    state: 'unavailable',
    reason: expect.stringContaining('answered 404'),
  });
  await engine.prepare();
  expect(engine.readiness()).toEqual({ state: 'ready' });
  await engine.close();
});
