import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FetchableModel } from '#server/adapters/speech/local/models.ts';
import { fileOf } from './local-model.ts';
import { standInModels } from './tones.ts';

export const standInSpeakerFiles: ReadonlyMap<string, Buffer> = new Map(
  ['segmentation.onnx', 'embedding.onnx'].map((name) => [name, readFileSync(join(standInModels, name))]),
);

/** The default speaker models, with the files of the stand-ins. */
export const standInSpeakers: FetchableModel = {
  name: 'speakers',
  label: 'Speakers',
  folder: 'stand-in-speakers',
  files: [...standInSpeakerFiles].map(([name, content]) => ({
    ...fileOf(name, content),
    origin: { server: 'http://127.0.0.1:9', path: `tests/speakers/${name}` },
  })),
  memoryBytes: 1_000_000,
  licence: 'MIT',
  credit: 'Speakers, made by a test',
};
