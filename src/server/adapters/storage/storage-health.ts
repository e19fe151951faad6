import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { abortableDelay } from '#server/concurrency/abort-signals.ts';
import type { StorageConfig } from '#server/config/storage.ts';
import { type Storage, StorageError } from './storage.ts';

const keptMs = 5_000;
const answerWithinMs = 2_000;

export type StorageHealth = Readonly<{
  /** Throws if the storage does not answer. Cheap to call often. */
  ping: () => Promise<void>;
}>;

type Check = { atMs: number; answer: Promise<void>; isOver: boolean };

/** Load balancers and monitors all ask, so one check serves all of them for some seconds. */
export function openStorageHealth({ check }: Pick<Storage, 'check'>): StorageHealth {
  let last: Check | undefined;

  function startCheck(): Check {
    const checking = check();
    const begun: Check = { atMs: performance.now(), answer: Promise.resolve(), isOver: false };
    const over = () => {
      begun.isOver = true;
    };
    checking.then(over, over);
    const late = delay(answerWithinMs, undefined, { ref: false }).then(() => {
      throw new Error(`the storage did not answer within ${answerWithinMs} ms`);
    });
    begun.answer = Promise.race([checking, late]);
    // Callers receive the rejection; these handlers only prevent an unhandled one.
    begun.answer.catch(() => undefined);
    late.catch(() => undefined);
    return begun;
  }

  return {
    ping: () => {
      // No second check beside a hanging one, because each would hold a connection.
      if (last === undefined || (last.isOver && performance.now() - last.atMs >= keptMs)) last = startCheck();
      return last.answer;
    },
  };
}

const retryMs = 1_000;
/** The SDK has no timeout for a connection attempt without an answer. */
const oneTryMs = 10_000;

type Options = {
  storage: Pick<Storage, 'kind' | 'check'>;
  setting: StorageConfig;
  log: Pick<Logger, 'info' | 'warn'>;
  waitMs?: number;
  signal?: AbortSignal | undefined;
};

const placeOf = (setting: StorageConfig) =>
  setting.kind === 'file'
    ? setting.folder
    : `s3://${setting.bucket}${setting.endpoint ? ` at ${setting.endpoint}` : ''}`;

type Refusal = { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };

const causeOf = (error: unknown): Refusal =>
  ((error instanceof StorageError ? error.cause : error) ?? {}) as Refusal;

/** A server that does not answer or reports a temporary status may be starting. Other refusals are permanent. */
function isPassing({ kind }: Pick<Storage, 'kind'>, error: unknown): boolean {
  if (kind === 'file') return false;
  const status = causeOf(error).$metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
}

function reasonOf(error: unknown): string {
  const { name, message, code, $metadata } = causeOf(error);
  const status = $metadata?.httpStatusCode;
  return [...new Set([code ?? name, status, message])].filter(Boolean).join(', ') || String(error);
}

/** A message for the operator about a permanent error. */
export const storageUnusableError = (setting: StorageConfig, error: unknown) =>
  new Error(
    `The storage at ${placeOf(setting)} cannot be used: ${reasonOf(error)}. Correct STORAGE_URL or the storage itself.`,
    { cause: error },
  );

async function checkOnce(storage: Options['storage'], signal: AbortSignal | undefined) {
  const over = new AbortController();
  const giveUp = async () => {
    await delay(oneTryMs, undefined, { signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]) });
    throw new Error(`the storage did not answer within ${oneTryMs / 1_000} s`);
  };
  try {
    await Promise.race([storage.check(), giveUp()]);
  } finally {
    over.abort();
  }
}

/**
 * When a whole machine boots, we may start before the storage. So this waits for it like for the database, and
 * fails with a clear message in the end.
 */
export async function waitForStorage({
  storage,
  setting,
  log,
  waitMs = 30_000,
  signal,
}: Options): Promise<void> {
  const place = placeOf(setting);
  const giveUpAt = Date.now() + waitMs;
  for (let logged = false; ; logged = true) {
    try {
      await checkOnce(storage, signal);
      if (logged) log.info(`the storage at ${place} answers`);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = reasonOf(error);
      if (!isPassing(storage, error)) throw storageUnusableError(setting, error);
      if (Date.now() + retryMs > giveUpAt)
        throw new Error(
          `The storage at ${place} did not answer for ${Math.round(waitMs / 1_000)} s (${reason}). Start it, or correct STORAGE_URL.`,
          { cause: error },
        );
      if (!logged) log.warn({ reason }, `waiting for the storage at ${place}`);
      await abortableDelay(retryMs, signal);
    }
  }
}
