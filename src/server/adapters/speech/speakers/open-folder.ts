import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { abortable } from '#server/concurrency/abort-signals.ts';
import type { SpeakerFiles } from '../local/engine-child.ts';
import { createSpeechProcess, defaultThreads } from '../local/speech-process.ts';
import {
  checkOnnxFile,
  folderVersion,
  ModelFolderError,
  pickModelFile,
} from '../local/transducer/model-folder.ts';
import type { SpeakerFinder } from './speaker-finder.ts';
import { sameVoiceDistance } from './turn-vectors.ts';

const whose = 'speaker models';

async function readSpeakerFolder(folder: string): Promise<SpeakerFiles> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ModelFolderError(`the folder of the ${whose} cannot be read`, { cause: error });
  });
  const files = {
    segmentation: join(folder, pickModelFile(names, 'segmentation', whose)),
    embedding: join(folder, pickModelFile(names, 'embedding', whose)),
  };
  for (const file of Object.values(files)) await checkOnnxFile(file);
  return files;
}

/** Runs the models of a folder in a process of their own, which starts when it is needed. */
export async function openSpeakerFolder({
  folder,
  log,
  threads = defaultThreads,
}: {
  folder: string;
  log: Logger;
  threads?: number;
}): Promise<SpeakerFinder & { pid: () => number | undefined }> {
  const files = await readSpeakerFolder(folder);
  const speakers = createSpeechProcess({
    name: 'speakers',
    label: 'the speaker models',
    log,
    whatToLoad: async () => ({ model: 'speakers', files: await readSpeakerFolder(folder), threads }),
    version: () => folderVersion(folder),
    languageOf: () => 'auto',
    timeLimitMs: () => 0,
  });
  return {
    name: Object.values(files)
      .map((file) => basename(file))
      .join('+'),
    threshold: sameVoiceDistance,
    isReady: () => true,
    prepare() {},
    findStretches: (pcm, signal) =>
      pcm.length === 0 ? Promise.resolve([]) : abortable(speakers.findStretches(pcm), signal),
    pid: speakers.pid,
    close: speakers.close,
  };
}
