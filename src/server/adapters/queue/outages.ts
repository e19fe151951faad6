import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/unavailable.ts';

const probeMs = 1_000;

type OutagesOptions = {
  log: Logger;
  ping: () => Promise<void>;
  onRecovery: () => void;
};

/** A worker's error arrives as a plain object, its message lengthened by queue and worker. */
function asError(heard: unknown): Error {
  const { message = String(heard), code, stack } = Object(heard) as Partial<Error & { code: string }>;
  const error = new Error(message.replace(/ \(Queue: .*\)$/s, ''));
  // Its own place, by which the log knows that the sentence is not ours.
  error.stack = stack ?? '';
  return code === undefined ? error : Object.assign(error, { code });
}

const isOutage = (error: Error) =>
  isDatabaseUnavailable(error) || /^LISTEN\/NOTIFY (connection|heartbeat)/.test(error.message);

/**
 * Every worker and timer complains on its own while the database is away. It is said once, and as soon as the
 * database answers again the workers are woken, instead of each waiting out its pause.
 */
export function watchOutages({ log, ping, onRecovery }: OutagesOptions) {
  let away = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const probe = async () => {
    try {
      await ping();
    } catch {
      if (!stopped) timer = setTimeout(probe, probeMs);
      return;
    }
    if (stopped) return;
    away = false;
    log.info('jobs: the database is back');
    onRecovery();
  };

  return {
    heard: (thrown: unknown) => {
      if (stopped) return;
      const error = asError(thrown);
      if (!isOutage(error)) {
        log.error({ err: error, part: 'jobs' }, 'the job queue failed');
        return;
      }
      if (away) return;
      away = true;
      log.warn({ reason: error.message }, 'jobs: the database is away; waiting for it');
      timer = setTimeout(probe, probeMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
