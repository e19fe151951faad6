import { basename } from 'node:path';
import type { Logger } from 'pino';
import { createModelFetch } from '../local/model-fetch.ts';
import type { FetchableModel } from '../local/models.ts';
import { openSpeakerFolder } from './open-folder.ts';
import type { SpeakerFinder } from './speaker-finder.ts';
import { sameVoiceDistance } from './turn-vectors.ts';

type FetchedSpeakers = Readonly<{
  dataDir: string;
  model: FetchableModel;
  modelsUrl?: string | undefined;
  log: Logger;
}>;

/** Fetches the models once, in the background. Texts that end before have no voices. */
export function fetchedSpeakers({ dataDir, model, modelsUrl, log }: FetchedSpeakers): SpeakerFinder {
  let opening: ReturnType<typeof openSpeakerFolder> | undefined;
  const { paths, closed, isReady, run, close } = createModelFetch({
    dataDir,
    model,
    log,
    modelsUrl,
    onProgress() {},
    onReady: () => log.info({ model: model.name, credit: model.credit }, 'speaker models ready'),
    onFailed(error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { model: model.name, reason },
        'the speaker models could not be fetched, so texts get no voices; the next recording tries again',
      );
      return error;
    },
  });

  return {
    name: basename(paths.folder),
    threshold: sameVoiceDistance,
    isReady,
    prepare() {
      // The log has the reason of a failure.
      if (!isReady() && !closed.aborted) void run().catch(() => undefined);
    },
    async findStretches(pcm, signal) {
      opening ??= openSpeakerFolder({ folder: paths.folder, log });
      const speakers = await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return speakers.findStretches(pcm, signal);
    },
    async close() {
      await close();
      const speakers = await opening?.catch(() => undefined);
      await speakers?.close();
    },
  };
}
