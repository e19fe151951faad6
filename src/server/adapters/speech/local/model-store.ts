import type { Logger } from 'pino';
import { type Readiness, SpeechError } from '../engine.ts';
import type { RetryPolicy } from './download.ts';
import type { OnModelProgress } from './fetch-report.ts';
import { isLocked } from './file-lock.ts';
import { createModelFetch } from './model-fetch.ts';
import { fetchedBytes, ModelError, type ModelErrorKind } from './model-files.ts';
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
  let isArriving = false;
  let failure: ReturnType<typeof failureOf> | undefined;
  const { paths, closed, isReady, isFetching, run, close } = createModelFetch({
    dataDir,
    model,
    log,
    modelsUrl,
    patience,
    onProgress(progress) {
      isArriving = progress?.isArriving === true;
      onProgress(progress);
    },
    onReady: () => log.info({ model: model.name, credit: model.credit }, 'speech model ready'),
    onFailed(error) {
      failure = failureOf(error);
      const { reason, publicReason } = failure;
      log.error({ model: model.name, reason }, publicReason);
      return new SpeechError('temporary', `${model.label} could not be downloaded: ${reason}`, {
        cause: error,
      });
    },
  });

  return {
    paths,
    isReady,
    requireReady() {
      if (!isReady()) throw new SpeechError('temporary', `${model.label} is not downloaded yet`);
    },
    /** Undefined once the model is there. */
    readiness(): Readiness | undefined {
      if (isReady()) return undefined;
      if (isFetching() || isLocked(paths.lock)) {
        const doneBytes = fetchedBytes(paths);
        return {
          state: 'fetching_model',
          doneBytes,
          totalBytes: bytesOf(model),
          // Another process tells only by its bytes whether its server answers.
          isArriving: isFetching() ? isArriving : doneBytes > 0,
        };
      }
      return { state: 'unavailable', ...(failure ?? { reason: `${model.label} is not downloaded yet` }) };
    },
    async prepare(signal?: AbortSignal) {
      if (isReady()) return;
      if (closed.aborted) throw aborted(closed.reason);
      if (!isFetching()) failure = undefined;
      // The shared download continues if one of its callers aborts.
      const fetching = run();
      if (signal === undefined) return fetching;
      const left = Promise.withResolvers<never>();
      const onAbort = () => left.reject(aborted(signal.reason));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
      await Promise.race([fetching, left.promise]).finally(() =>
        signal.removeEventListener('abort', onAbort),
      );
    },
    close,
  };
}
