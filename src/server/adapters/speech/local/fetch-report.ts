import { minuteMs, secondMs } from '#domain/format/durations.ts';
import { bytesOf, type FetchableModel } from './models.ts';

export type ModelProgress = Readonly<{
  doneBytes: number;
  totalBytes: number;
  /** False until the first new byte: a server that never answers sends none. */
  isArriving: boolean;
  text: string;
}>;

/** Receives each step of a fetch by this process, and undefined at its end. */
export type OnModelProgress = (progress: ModelProgress | undefined) => void;

type FetchReport = Readonly<{
  model: FetchableModel;
  log: Readonly<Record<'info' | 'warn', (fields: object, text: string) => void>>;
  onProgress: OnModelProgress;
  /** A monotonic clock. */
  nowMs?: () => number;
}>;

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

function leftText(leftMs: number) {
  if (leftMs < minuteMs) return `${Math.ceil(leftMs / secondMs)} s left`;
  return `${Math.ceil(leftMs / minuteMs)} min left`;
}

/** Tells the operator how far the fetch of a model is: the log gets the start and each tenth. */
export function createFetchReport({ model, log, onProgress, nowMs = () => performance.now() }: FetchReport) {
  const totalBytes = bytesOf(model);
  let first: { atMs: number; bytes: number } | undefined;
  let lastBytes = 0;
  let startBytes = 0;
  let isArriving = false;
  let lastTenth = 0;

  function textOf(doneBytes: number) {
    const size = `fetching the speech model ${model.label}: ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`;
    // Damage, or a server that cannot resume, sends a file back to its start. The bytes before count no more.
    if (first === undefined || doneBytes < lastBytes) first = { atMs: nowMs(), bytes: doneBytes };
    lastBytes = doneBytes;
    const newBytes = doneBytes - first.bytes;
    if (newBytes === 0) return size;
    return `${size}, ${leftText(((nowMs() - first.atMs) / newBytes) * (totalBytes - doneBytes))}`;
  }

  const tenthOf = (doneBytes: number) => Math.floor((10 * doneBytes) / totalBytes);
  return {
    onStart(doneBytes: number) {
      startBytes = doneBytes;
      lastTenth = tenthOf(doneBytes);
      const text = textOf(doneBytes);
      log.info({ model: model.name, doneBytes, totalBytes }, text);
      onProgress({ doneBytes, totalBytes, isArriving, text });
    },
    onProgress(doneBytes: number) {
      isArriving ||= doneBytes > startBytes;
      const text = textOf(doneBytes);
      const tenth = tenthOf(doneBytes);
      if (tenth > lastTenth && tenth < 10) log.info({ model: model.name, doneBytes, totalBytes }, text);
      lastTenth = tenth;
      onProgress({ doneBytes, totalBytes, isArriving, text });
    },
    onDamage(reason: string) {
      log.warn(
        { model: model.name, reason },
        'a file of the speech model arrived damaged: fetching it again',
      );
    },
    end: () => onProgress(undefined),
  };
}
