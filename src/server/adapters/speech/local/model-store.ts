import type { Logger } from 'pino';
import { type Readiness, SpeechError } from '../engine.ts';
import type { RetryPolicy } from './download.ts';
import { fetchModel } from './fetch-model.ts';
import { isLocked } from './file-lock.ts';
import { fetchedBytes, isVerified, modelPaths } from './model-files.ts';
import { bytesOf, type LocalModel } from './models.ts';
import { aborted } from './speech-process.ts';

export type ModelStoreOptions = Readonly<{
  dataDir: string;
  model: LocalModel;
  log: Logger;
  modelsUrl?: string | undefined;
  patience?: RetryPolicy;
}>;

/** Keeps the files of a model in the data folder, and fetches them when an engine first needs them. */
export function createModelStore({ dataDir, model, log, modelsUrl, patience }: ModelStoreOptions) {
  const paths = modelPaths(dataDir, model);
  const closing = new AbortController();
  const { signal: closed } = closing;
  let fetching: Promise<void> | undefined;
  let failure: string | undefined;

  async function fetchOnce() {
    failure = undefined;
    try {
      await fetchModel({
        dataDir,
        model,
        modelsUrl,
        signal: closed,
        ...(patience === undefined ? {} : { patience }),
      });
      log.info({ model: model.name, credit: model.credit }, 'speech model ready');
    } catch (error) {
      if (closed.aborted) throw aborted(error);
      failure = error instanceof Error ? error.message : String(error);
      throw new SpeechError('temporary', `${model.label} could not be downloaded: ${failure}`, {
        cause: error,
      });
    } finally {
      fetching = undefined;
    }
  }

  return {
    paths,
    isReady: () => isVerified(paths),
    requireReady() {
      if (!isVerified(paths)) throw new SpeechError('temporary', `${model.label} is not downloaded yet`);
    },
    /** Undefined once the model is there. */
    readiness(): Readiness | undefined {
      if (isVerified(paths)) return undefined;
      if (fetching !== undefined || isLocked(paths.lock))
        return { state: 'fetching_model', doneBytes: fetchedBytes(paths), totalBytes: bytesOf(model) };
      return { state: 'unavailable', reason: failure ?? `${model.label} is not downloaded yet` };
    },
    async prepare(signal?: AbortSignal) {
      if (isVerified(paths)) return;
      if (closed.aborted) throw aborted(closed.reason);
      // The shared download continues if one of its callers aborts.
      fetching ??= fetchOnce();
      if (signal === undefined) return fetching;
      const left = Promise.withResolvers<never>();
      const onAbort = () => left.reject(aborted(signal.reason));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
      await Promise.race([fetching, left.promise]).finally(() =>
        signal.removeEventListener('abort', onAbort),
      );
    },
    async close() {
      closing.abort(new Error('the engine was closed'));
      await fetching?.catch(() => {});
    },
  };
}
