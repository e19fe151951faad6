import { type FileHandle, open } from 'node:fs/promises';
import { abortableDelay } from '#server/concurrency/abort-signals.ts';
import { codeOf, SafeMessageError } from '#server/errors/safe-message-error.ts';
import { ModelError } from './model-files.ts';

export type RetryPolicy = Readonly<{
  /** Failures in a row without a single new byte. */
  tries: number;
  /** Doubles with each failure. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** A connection that is silent for this long counts as dead. */
  silenceMs: number;
}>;

export const defaultRetryPolicy: RetryPolicy = {
  tries: 6,
  firstPauseMs: 1_000,
  maxPauseMs: 30_000,
  silenceMs: 30_000,
};

export type Download = Readonly<{
  url: string;
  /** Kept between attempts and between processes. */
  part: string;
  bytes: number;
  patience: RetryPolicy;
  signal: AbortSignal;
  onProgress: (doneBytes: number) => void;
}>;

/** A retryable error, with the server's delay if given. */
class Interrupted extends SafeMessageError {
  readonly afterMs: number | undefined;
  constructor(message: string, { afterMs, cause }: { afterMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.afterMs = afterMs;
  }
}

const isRetryable = (status: number) => status >= 500 || [408, 425, 429].includes(status);

function afterMsOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

function wrongSize(url: string, found: number | string, bytes: number) {
  return new ModelError('wrong_content', `${url} has ${found} bytes where the model has ${bytes}`);
}

/** The offset at which the response body starts. A server without range support sends the whole file. */
function placeOfBody(response: Response, { url, bytes }: Download): number {
  if (response.status === 206) {
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (from === undefined) throw new Interrupted(`${url} sent partial content without a Content-Range`);
    if (total !== '*' && Number(total) !== bytes) throw wrongSize(url, total ?? '?', bytes);
    return Number(from);
  }
  if (response.status === 200) {
    const length = response.headers.get('content-length');
    if (length !== null && !response.headers.has('content-encoding') && Number(length) !== bytes)
      throw wrongSize(url, length, bytes);
    return 0;
  }
  if (isRetryable(response.status))
    throw new Interrupted(`${url} answered ${response.status}`, { afterMs: afterMsOf(response) });
  throw new ModelError('refused', `${url} answered ${response.status}`);
}

async function writeBody(
  file: FileHandle,
  response: Response,
  from: number,
  download: Download,
  onChunk: () => void,
) {
  let at = from;
  for await (const piece of response.body ?? []) {
    onChunk();
    if (at + piece.length > download.bytes) throw wrongSize(download.url, `more than ${at}`, download.bytes);
    await file.write(piece, 0, piece.length, at);
    at += piece.length;
    download.onProgress(at);
  }
}

async function tryOnce(file: FileHandle, from: number, download: Download) {
  const silence = new AbortController();
  const { silenceMs } = download.patience;
  const timer = setTimeout(() => silence.abort(new Interrupted(`${download.url} went silent`)), silenceMs);
  const signal = AbortSignal.any([download.signal, silence.signal]);
  try {
    const response = await fetch(download.url, {
      signal,
      headers: { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
    });
    try {
      const begins = response.status === 416 ? undefined : placeOfBody(response, download);
      // Our part belongs to another file or is longer than theirs. Start over at the next attempt.
      if (begins === undefined || begins > from || (begins > 0 && begins !== from)) {
        await file.truncate(0);
        throw new Interrupted(`${download.url} did not resume at the requested offset`);
      }
      if (begins === 0) await file.truncate(0);
      await writeBody(file, response, begins, download, () => timer.refresh());
    } finally {
      await response.body?.cancel().catch(() => {});
    }
  } catch (error) {
    download.signal.throwIfAborted();
    if (silence.signal.aborted) throw silence.signal.reason;
    // fetch reports a refused or lost connection as a TypeError with a cause.
    if (error instanceof TypeError)
      throw new Interrupted(`${download.url} cannot be reached: ${reasonOf(error)}`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: TypeError): string {
  const { cause } = error;
  return cause instanceof Error ? (codeOf(cause) ?? cause.message) : error.message;
}

/** Resumes the part file until it is complete. */
export async function downloadPart(download: Download): Promise<void> {
  const { part, bytes, patience, signal } = download;
  const file = await open(part, 'a+').then(async (made) => {
    await made.close();
    return open(part, 'r+');
  });
  try {
    for (let failed = 0; ; ) {
      signal.throwIfAborted();
      const { size: from } = await file.stat();
      if (from > bytes) await file.truncate(0);
      else if (from === bytes) break;
      else {
        download.onProgress(from);
        const interrupted = await tryOnce(file, from, download).then(
          () => undefined,
          (error) => {
            if (error instanceof Interrupted) return error;
            throw error;
          },
        );
        const { size } = await file.stat();
        if (size === bytes) break;
        failed = size > from ? 0 : failed + 1;
        if (failed >= patience.tries)
          throw new ModelError('unreachable', interrupted?.message ?? `${download.url} ended early`, {
            cause: interrupted,
          });
        const growing = patience.firstPauseMs * 2 ** Math.max(0, failed - 1);
        await abortableDelay(Math.min(interrupted?.afterMs ?? growing, patience.maxPauseMs), signal);
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
