import type { Logger } from 'pino';
import { type Readiness, SpeechError } from '../engine.ts';
import type { RetryPolicy } from './download.ts';
import { fetchModel } from './fetch-model.ts';
import { createFetchReport, type OnModelProgress } from './fetch-report.ts';
import { isLocked } from './file-lock.ts';
import { fetchedBytes, isVerified, ModelError, type ModelErrorKind, modelPaths } from './model-files.ts';
import { bytesOf, type LocalModel } from './models.ts';
import { aborted } from './speech-process.ts';

export type ModelStoreOptions = Readonly<{
  dataDir: string;
  model: LocalModel;
  log: Logger;
  modelsUrl?: string | undefined;
  patience?: RetryPolicy;
  onProgress?: OnModelProgress | undefined;
}>;

const nextTry = 'the next recording tries again';
const fromFolder = 'script/models fetch --from FOLDER';

/** For the public health page. Only the log has addresses and paths. */
const publicReasons: Record<ModelErrorKind, string> = {
  disk_full: `the disk has no room for the speech model: make room, ${nextTry}`,
  folder_unusable: `the speech model cannot be written to the data folder: correct its permissions, ${nextTry}`,
  wrong_content: `the speech model arrives damaged: check MODELS_URL and any proxy, ${nextTry}`,
  refused: `the server of the speech model refuses to send it: check MODELS_URL, ${nextTry}`,
  unreachable: `the server of the speech model does not answer: check the network and MODELS_URL, or run ${fromFolder}; ${nextTry}`,
  not_in_folder: `the folder of MODELS_URL lacks the speech model or cannot be read: copy the model there, or run ${fromFolder}; ${nextTry}`,
};

function failureOf(error: unknown) {
  const publicReason =
    error instanceof ModelError
      ? publicReasons[error.kind]
      : `the speech model cannot be fetched: the log has the reason, ${nextTry}`;
  return { reason: error instanceof Error ? error.message : String(error), publicReason };
}

/** Keeps the files of a model in the data folder, and fetches them for an engine. */
export function createModelStore({
  dataDir,
  model,
  log,
  modelsUrl,
  patience,
  onProgress = () => {},
}: ModelStoreOptions) {
  const paths = modelPaths(dataDir, model);
  const closing = new AbortController();
  const { signal: closed } = closing;
  let fetching: Promise<void> | undefined;
  let isArriving = false;
  let failure: ReturnType<typeof failureOf> | undefined;

  async function fetchOnce() {
    failure = undefined;
    const { end, ...report } = createFetchReport({
      model,
      log,
      onProgress(progress) {
        isArriving = progress?.isArriving === true;
        onProgress(progress);
      },
    });
    try {
      await fetchModel({
        dataDir,
        model,
        modelsUrl,
        signal: closed,
        ...report,
        ...(patience === undefined ? {} : { patience }),
      });
      log.info({ model: model.name, credit: model.credit }, 'speech model ready');
    } catch (error) {
      if (closed.aborted) throw aborted(error);
      failure = failureOf(error);
      const { reason, publicReason } = failure;
      log.error({ model: model.name, reason }, publicReason);
      throw new SpeechError('temporary', `${model.label} could not be downloaded: ${reason}`, {
        cause: error,
      });
    } finally {
      fetching = undefined;
      end();
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
      if (fetching !== undefined || isLocked(paths.lock)) {
        const doneBytes = fetchedBytes(paths);
        return {
          state: 'fetching_model',
          doneBytes,
          totalBytes: bytesOf(model),
          // Another process tells only by its bytes whether its server answers.
          isArriving: fetching === undefined ? doneBytes > 0 : isArriving,
        };
      }
      return { state: 'unavailable', ...(failure ?? { reason: `${model.label} is not downloaded yet` }) };
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
