import { readFileSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markVerified, modelPaths } from '#server/adapters/speech/local/model-files.ts';
import type { LocalModel } from '#server/adapters/speech/local/models.ts';
import { type Answer, fileOf, modelOf, putModel, serving } from './local-model.ts';
import { tinyParakeet } from './tiny-parakeet.ts';
import { tinyWhisper } from './tiny-whisper.ts';
import { standInModels } from './tones.ts';

/** The default model and the one that it replaces, as the product lists them, with the files of the stand-ins. */

const names = ['tokens.txt', 'joiner.onnx', 'decoder.onnx', 'encoder.onnx'];
export const standInFiles: ReadonlyMap<string, Buffer> = new Map(
  names.map((name) => [name, readFileSync(join(standInModels, name))]),
);

export const formerContent = tinyParakeet();
export const formerModel: LocalModel = modelOf(formerContent, {
  name: 'parakeet',
  label: 'Parakeet for whisper.cpp',
  kind: 'parakeet',
  repository: 'tests/former',
  file: 'former.bin',
});

export function defaultModel(files = standInFiles): LocalModel {
  return modelOf(Buffer.alloc(0), {
    name: 'parakeet',
    label: 'Parakeet',
    kind: 'transducer',
    repository: 'tests/parakeet',
    folder: 'stand-in',
    files: [...files].map(([name, content]) => fileOf(name, content)),
    limits: { targetMs: 60_000, maxMs: 120_000, parallel: 1 },
    credit: 'Parakeet, made by a test',
    replaces: formerModel,
  });
}

/** The model for machines that cannot load the library of the default model. */
export const fallbackModel: LocalModel = modelOf(tinyWhisper(), {
  name: 'whisper-small',
  label: 'Whisper small',
  credit: 'Whisper, made by a test',
});

/** Serves each file of the model by its name. */
export const servingModel =
  (files = standInFiles): Answer =>
  (request, response) =>
    serving(files.get(request.url?.split('/').at(-1) ?? '') ?? Buffer.alloc(0))(request, response);

/** Puts the former model into the data folder, as an earlier release left it. */
export async function putFormerModel(dataDir: string) {
  await putModel(dataDir, formerModel, formerContent);
  const { files, lock } = modelPaths(dataDir, formerModel);
  for (const file of files) {
    await markVerified(file);
    await writeFile(file.part, 'a broken download');
  }
  const minuteAgo = new Date(Date.now() - 60_000);
  await writeFile(lock, 'a killed process');
  await utimes(lock, minuteAgo, minuteAgo);
}
