import { basename } from 'node:path';
import type { Logger } from 'pino';
import { fetchModel } from '../local/fetch-model.ts';
import { createFetchReport } from '../local/fetch-report.ts';
import { isVerified, modelPaths } from '../local/model-files.ts';
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
  const paths = modelPaths(dataDir, model);
  const closing = new AbortController();
  let fetching: Promise<void> | undefined;
  let opening: ReturnType<typeof openSpeakerFolder> | undefined;

  async function fetchOnce() {
    const { end, ...report } = createFetchReport({ model, log, onProgress() {} });
    try {
      await fetchModel({ dataDir, model, modelsUrl, signal: closing.signal, ...report });
      log.info({ model: model.name, credit: model.credit }, 'speaker models ready');
    } catch (error) {
      if (closing.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { model: model.name, reason },
        'the speaker models could not be fetched, so texts get no voices; the next recording tries again',
      );
    } finally {
      end();
      fetching = undefined;
    }
  }

  return {
    name: basename(paths.folder),
    threshold: sameVoiceDistance,
    isReady: () => isVerified(paths),
    prepare() {
      if (!isVerified(paths) && !closing.signal.aborted) fetching ??= fetchOnce();
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
      closing.abort(new Error('the worker ends'));
      await fetching;
      const speakers = await opening?.catch(() => undefined);
      await speakers?.close();
    },
  };
}
