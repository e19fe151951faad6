import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelServer, putModel } from '#tests/speech/local-model.ts';
import {
  defaultModel,
  fallbackModel,
  formerModel,
  putFormerModel,
  servingModel,
  standInFiles,
} from '#tests/speech/stand-in-model.ts';
import { tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { type FilePaths, modelPaths } from './local/model-files.ts';
import { openSpeech } from './open-speech.ts';

/** The engine of an installation without SPEECH_MODEL, as script/dev starts one. */
async function openUnset(
  modelsUrl: string,
  {
    hasFormer = false,
    change = async () => {},
    prepare = async () => {},
  }: {
    hasFormer?: boolean;
    change?: (former: FilePaths) => Promise<void>;
    prepare?: (dataDir: string) => Promise<void>;
  } = {},
) {
  const folder = await temporaryFolder();
  if (hasFormer) await putFormerModel(folder.path);
  await prepare(folder.path);
  for (const file of modelPaths(folder.path, formerModel).files) await change(file);
  const logged: string[] = [];
  const engine = await openSpeech({
    config: readConfig({
      NODE_ENV: 'development',
      ROLES: 'web',
      DATA_DIR: folder.path,
      MODELS_URL: modelsUrl,
    }),
    log: pino({}, { write: (line: string) => logged.push(line) }),
    models: [defaultModel(), fallbackModel],
  });
  return {
    name: engine.name,
    engine,
    dataDir: folder.path,
    readiness: engine.readiness(),
    logged: logged.join(''),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const nowhere = 'http://127.0.0.1:9';

test('without a setting, development takes the default model if its server answers', async () => {
  await using server = await modelServer(servingModel());
  await using opened = await openUnset(server.url);
  expect(opened.name).toBe('local:parakeet');
  expect(server.requests.map(({ path }) => path)).toEqual(['/tests/parakeet/resolve/main/tokens.txt']);
});

test('without a setting, development takes the default model if the folder of MODELS_URL has it', async () => {
  await using stick = await temporaryFolder();
  for (const [name, content] of standInFiles) await writeFile(join(stick.path, name), content);
  await using opened = await openUnset(pathToFileURL(stick.path).href);
  expect(opened.name).toBe('local:parakeet');
  await rm(join(stick.path, 'encoder.onnx'));
  await using without = await openUnset(pathToFileURL(stick.path).href);
  expect(without.name).toBe('sandbox');
});

test('without a setting and a network, development takes the former model if it is there', async () => {
  await using opened = await openUnset(nowhere, { hasFormer: true });
  expect(opened.name).toBe('local:parakeet');
  expect(opened.readiness).toEqual({ state: 'ready' });
});

test.each<[what: string, change: (former: FilePaths) => Promise<void>]>([
  ['that a restore gave another time', ({ path }) => utimes(path, 1_000, 1_000)],
  ['that an operator put there', ({ verified }) => rm(verified)],
])('a former model %s serves while the new one is missing', async (_, change) => {
  await using opened = await openUnset(nowhere, { hasFormer: true, change });
  expect(opened.name).toBe('local:parakeet');
  expect(opened.readiness).toEqual({ state: 'ready' });
});

test('a former file with the right size and other content does not serve', async () => {
  const change = async ({ path, bytes }: FilePaths) => writeFile(path, Buffer.alloc(bytes));
  await using opened = await openUnset(nowhere, { hasFormer: true, change });
  expect(opened.name).toBe('sandbox');
});

test('without a setting, a network and a model, development takes the sandbox and says so', async () => {
  await using opened = await openUnset(nowhere);
  expect(opened.name).toBe('sandbox');
  expect(opened.logged).toContain('the sandbox writes test texts: run script/models fetch');
  expect(opened.logged).toContain(`${nowhere}/tests/parakeet`);
  expect(opened.engine.notice).toMatch(
    /^no speech model is installed \(the server of the speech model does not answer\), and the sandbox/,
  );
});

const putDefaultModel = (files: Iterable<[string, Buffer]>) => async (dataDir: string) => {
  const { folder } = modelPaths(dataDir, defaultModel());
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
};

test('without a network, a copy of the files without their marks is the default model', async () => {
  await using opened = await openUnset(nowhere, { prepare: putDefaultModel(standInFiles) });
  expect(opened.name).toBe('local:parakeet');
  expect(opened.readiness).toEqual({ state: 'ready' });
});

test('without a network, another model that is there transcribes in place of the default one', async () => {
  await using opened = await openUnset(nowhere, {
    prepare: (dataDir) => putModel(dataDir, fallbackModel, tinyWhisper()),
  });
  expect(opened.name).toBe('local:whisper-small');
  expect(opened.engine.notice).toBe(
    'the server of the speech model does not answer: Whisper small transcribes instead',
  );
});

test('a folder of MODELS_URL needs only the files that are not there, and is named if it lacks one', async () => {
  await using stick = await temporaryFolder();
  const url = pathToFileURL(stick.path).href;
  const [first, ...rest] = standInFiles;
  if (first === undefined) throw new Error('the stand-in has files');
  const prepare = putDefaultModel(rest);
  await using without = await openUnset(url, { prepare });
  expect(without.engine.modelLack).toBe('folder');
  expect(without.engine.notice).toMatch(
    /^no speech model is installed \(the folder of MODELS_URL lacks files of Parakeet, or cannot be read; .*\), and/,
  );
  expect(without.engine.notice).not.toContain(stick.path);
  expect(without.logged).toContain(`${stick.path} lacks `);
  await writeFile(join(stick.path, first[0]), first[1]);
  await using opened = await openUnset(url, { prepare });
  expect(opened.name).toBe('local:parakeet');
});

test('a model that is installed while the sandbox answers is named at once', async () => {
  await using opened = await openUnset(nowhere);
  expect(opened.engine.modelLack).toBe('server');
  await putFormerModel(opened.dataDir);
  expect(opened.engine.modelLack).toBe('installed');
  expect(opened.engine.notice).toMatch(/^a speech model is installed now, .*: start Escriba again$/);
});
