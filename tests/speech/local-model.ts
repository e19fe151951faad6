import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { modelPaths } from '#server/adapters/speech/local/model-files.ts';
import type { LocalModel } from '#server/adapters/speech/local/models.ts';

/** A model as the list of known ones has them, for a file that a test made. */
export function modelOf(content: Buffer, changes: Partial<LocalModel> = {}): LocalModel {
  return {
    name: 'tiny',
    kind: 'whisper',
    label: 'Tiny',
    repository: 'tests/tiny',
    revision: 'main',
    file: 'tiny.bin',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    languages: ['en', 'pt'],
    limits: { targetMs: 60_000, maxMs: 600_000, parallel: 1 },
    slowestFactor: 30,
    credit: 'Tiny, made by a test',
    ...changes,
  };
}

/** As somebody without a network puts it there by hand. */
export async function putModel(dataDir: string, model: LocalModel, content: Buffer) {
  const { folder, path } = modelPaths(dataDir, model);
  await mkdir(folder, { recursive: true });
  await writeFile(path, content);
}
