import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelServer } from '#tests/speech/local-model.ts';
import {
  defaultModel,
  formerModel,
  putFormerModel,
  servingModel,
  standInFiles,
} from '#tests/speech/stand-in-model.ts';
import { readConfig } from '../../config/config.ts';
import { type FilePaths, modelPaths } from './local/model-files.ts';
import { openSpeech } from './open-speech.ts';

/** The engine of an installation without SPEECH_MODEL, as script/dev starts one. */
async function openUnset(
  modelsUrl: string,
  {
    hasFormer = false,
    change = async () => {},
  }: { hasFormer?: boolean; change?: (former: FilePaths) => Promise<void> } = {},
) {
  const folder = await temporaryFolder();
  if (hasFormer) await putFormerModel(folder.path);
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
    models: [defaultModel()],
  });
  return {
    name: engine.name,
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
});
