import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Answer, modelServer, status } from '#tests/speech/local-model.ts';
import {
  defaultModel,
  formerModel,
  putFormerModel,
  servingModel,
  standInFiles,
} from '#tests/speech/stand-in-model.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { parakeetWord } from '#tests/speech/tiny-parakeet.ts';
import { speakTones } from '#tests/speech/tones.ts';
import type { Chunk } from '../engine.ts';
import { createLocalEngine } from './local-engine.ts';
import { modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { createReplacingEngine } from './replace-model.ts';

const patience = { tries: 1, firstPauseMs: 5, maxPauseMs: 20, silenceMs: 20_000 };
const patiently = { timeout: 30_000, interval: 20 };

type World = { dataDir: string; modelsUrl: string; model?: LocalModel };

function open({ dataDir, modelsUrl, model = defaultModel() }: World) {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const next = createLocalEngine({ dataDir, model, log, modelsUrl, patience, threads: 1 });
  const former = createLocalEngine({ dataDir, model: formerModel, log, threads: 1 });
  const formerPaths = modelPaths(dataDir, formerModel);
  const engine = createReplacingEngine({ next, former, formerPaths, log });
  return {
    ...engine,
    former,
    logged: () => logged.join(''),
    textOf: async (pcm: Int16Array) => {
      const { segments } = await engine.transcribe(chunk({ pcm }));
      return segments.map(({ text }) => text).join(' ');
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

async function world({
  hasFormer = true,
  answer = servingModel(),
}: {
  hasFormer?: boolean;
  answer?: Answer;
} = {}) {
  const folder = await temporaryFolder({ name: 'ação' });
  if (hasFormer) await putFormerModel(folder.path);
  const server = await modelServer(answer);
  return {
    dataDir: folder.path,
    modelsUrl: server.url,
    server,
    models: async () => (await readdir(join(folder.path, 'models'))).sort(),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const chunk = (changes: Partial<Chunk> = {}): Chunk => ({
  pcm: hum(4_000),
  startMs: 0,
  language: 'pt',
  attempt: 'normal',
  ...changes,
});

const said = speakTones(['Bom dia.']).pcm;
/** The former model hears this word in any sound, and the new one hears none in a hum. */
const heardByFormer = new RegExp(`^${parakeetWord}( ${parakeetWord})*$`);
const replaced = 'the new speech model replaces the former one';

test('the former model transcribes while the new one arrives, then leaves without a lost chunk', async () => {
  const released = Promise.withResolvers<void>();
  await using here = await world({
    answer: (request, response) => {
      const send = () => servingModel()(request, response);
      if (request.url?.endsWith('encoder.onnx') === true) void released.promise.then(send);
      else send();
    },
  });
  await using engine = open(here);
  expect(engine.readiness()).toEqual({ state: 'ready' });
  await engine.prepare();
  expect(await engine.textOf(hum(4_000))).toMatch(heardByFormer);
  const pid = engine.former.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  const held = engine.textOf(hum(4_000));
  released.resolve();
  await vi.waitFor(() => expect(engine.logged()).toContain(replaced), patiently);
  expect(await engine.textOf(said)).toBe('Bom dia.');
  expect(await here.models()).toContain('former.bin');
  process.kill(pid, 'SIGCONT');
  expect(await held).toMatch(heardByFormer);
  await vi.waitFor(async () => expect(await here.models()).toEqual(['stand-in']), patiently);
  expect(engine.former.pid()).toBeUndefined();
  expect(engine.limits).toEqual(defaultModel().limits);
});

test('a failed download leaves the former model in service, with a reason in the log, and is tried again', async () => {
  let isDown = true;
  await using here = await world({
    answer: (request, response) => (isDown ? status(503) : servingModel())(request, response),
  });
  await using engine = open(here);
  await engine.prepare();
  await vi.waitFor(() => expect(engine.logged()).toContain('answered 503'), patiently);
  expect(engine.logged()).toContain('the former one stays in service');
  expect(engine.readiness()).toEqual({ state: 'ready' });
  expect(await engine.textOf(hum(4_000))).toMatch(heardByFormer);
  isDown = false;
  await engine.prepare();
  await vi.waitFor(async () => expect(await here.models()).toEqual(['stand-in']), patiently);
  expect(await engine.textOf(said)).toBe('Bom dia.');
});

test('a new model that cannot be loaded leaves the former one in service', async () => {
  const files = new Map(standInFiles).set('encoder.onnx', standInFiles.get('joiner.onnx') ?? Buffer.alloc(0));
  await using here = await world({ answer: servingModel(files) });
  await using engine = open({ ...here, model: defaultModel(files) });
  await engine.prepare();
  await vi.waitFor(() => expect(engine.logged()).toContain('the former one stays in service'), patiently);
  expect(engine.readiness()).toEqual({ state: 'ready' });
  expect(await engine.textOf(hum(4_000))).toMatch(heardByFormer);
  expect(await here.models()).toContain('former.bin');
});

/** Stops the former model within a chunk, while another process replaces and removes it. */
async function heldWhileReplaced(
  second: ReturnType<typeof open>,
  first: ReturnType<typeof open>,
  { here, pcm }: { here: Awaited<ReturnType<typeof world>>; pcm: Int16Array },
) {
  expect(await second.textOf(hum(4_000))).toMatch(heardByFormer);
  const pid = second.former.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  const held = second.textOf(pcm);
  await first.prepare();
  await vi.waitFor(async () => expect(await here.models()).toEqual(['stand-in']), patiently);
  return { pid, held };
}

longTest(
  'a second process with the same data folder uses the new model once the first removed the former',
  async () => {
    await using here = await world();
    await using first = open(here);
    await using second = open(here);
    const { pid, held } = await heldWhileReplaced(second, first, { here, pcm: hum(4_000) });
    expect(await second.textOf(said)).toBe('Bom dia.');
    await second.prepare();
    process.kill(pid, 'SIGCONT');
    expect(await held).toMatch(heardByFormer);
    await vi.waitFor(() => expect(second.former.pid()).toBeUndefined(), patiently);
  },
);

test('the new model hears a chunk that the removed former model lost', async () => {
  await using here = await world();
  await using first = open(here);
  await using second = open(here);
  const { pid, held } = await heldWhileReplaced(second, first, { here, pcm: said });
  process.kill(pid, 'SIGKILL');
  expect(await held).toBe('Bom dia.');
});

test('a new installation never asks for the former model, and removes its broken download', async () => {
  await using here = await world({ hasFormer: false });
  await using engine = open(here);
  expect(here.server.requests).toEqual([]);
  expect(engine.readiness().state).toBe('unavailable');
  await engine.prepare();
  const part = join(here.dataDir, 'models', 'former.bin.part');
  await writeFile(part, 'a broken download');
  await using later = open(here);
  await later.prepare();
  await vi.waitFor(() => expect(existsSync(part)).toBe(false), patiently);
  expect(await engine.textOf(said)).toBe('Bom dia.');
  expect(here.server.requests.map(({ path }) => path)).toEqual(
    [...standInFiles.keys()].map((name) => `/tests/parakeet/resolve/main/${name}`),
  );
});
