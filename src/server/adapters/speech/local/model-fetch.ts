import type { Logger } from 'pino';
import type { RetryPolicy } from './download.ts';
import { fetchModel } from './fetch-model.ts';
import { createFetchReport, type OnModelProgress } from './fetch-report.ts';
import { isVerified, modelPaths } from './model-files.ts';
import type { FetchableModel } from './models.ts';
import { aborted } from './speech-process.ts';

type ModelFetchOptions = Readonly<{
  dataDir: string;
  model: FetchableModel;
  log: Logger;
  modelsUrl?: string | undefined;
  patience?: RetryPolicy | undefined;
  onProgress: OnModelProgress;
  onReady: () => void;
  /** Tells of a failure, and returns the error for the callers. */
  onFailed: (error: unknown) => unknown;
}>;

/** Fetches a model into the data folder, at most once at a time in a process. */
export function createModelFetch(options: ModelFetchOptions) {
  const { dataDir, model, log, modelsUrl, patience, onProgress, onReady, onFailed } = options;
  const paths = modelPaths(dataDir, model);
  const closing = new AbortController();
  const { signal } = closing;
  let fetching: Promise<void> | undefined;

  async function fetchOnce() {
    const { end, ...report } = createFetchReport({ model, log, onProgress });
    try {
      await fetchModel({ dataDir, model, modelsUrl, signal, ...report, ...(patience && { patience }) });
      onReady();
    } catch (error) {
      if (signal.aborted) throw aborted(error);
      throw onFailed(error);
    } finally {
      fetching = undefined;
      end();
    }
  }

  return {
    paths,
    closed: signal,
    isReady: () => isVerified(paths),
    isFetching: () => fetching !== undefined,
    /** The shared fetch of all callers. */
    run() {
      fetching ??= fetchOnce();
      return fetching;
    },
    async close() {
      closing.abort(new Error('the engine was closed'));
      await fetching?.catch(() => {});
    },
  };
}
