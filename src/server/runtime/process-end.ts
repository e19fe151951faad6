import type { Logger } from 'pino';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

type Stoppable = { close: () => Promise<void> };

/** A signal stopped the start: not a fault, so the process exits with 0. */
class StartStopped extends SafeMessageError {
  constructor() {
    super('Stopped before it was ready.');
  }
}

/** Writes the reason in one sentence; the stack helps only with a bug of ours. */
export function exitWithMessage(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${sentence}\n`);
  if (error instanceof TypeError || error instanceof ReferenceError) process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof StartStopped ? 0 : 1);
}

/**
 * Node would print an uncaught error with all its properties, such as a vendor's answer or a database row. The log
 * writes only its kind and place.
 */
export function exitOnUncaughtException(log: Logger) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception: the process exits');
    process.exit(1);
  });
}

/** `timeout` and `npm start` deliver one stop request as two signals within milliseconds. */
const sameRequestMs = 2_000;

/**
 * The first signal closes in order, also during the start, because exiting there would leave PostgreSQL running. A
 * later signal exits at once, in case the close hangs; PostgreSQL may then stay up, and the next start adopts it.
 * A closed terminal (SIGHUP) counts too, because PostgreSQL would outlive it.
 */
export function closeOnSignal<T extends Stoppable>(begin: (signal: AbortSignal) => Promise<T>, log: Logger) {
  const stop = new AbortController();
  let firstSignalMs: number | undefined;
  const starting = begin(stop.signal);
  const onSignal = async (signal: NodeJS.Signals) => {
    if (firstSignalMs !== undefined) {
      if (performance.now() - firstSignalMs < sameRequestMs) return;
      log.warn({ signal }, 'second signal: exiting at once and aborting unfinished work');
      process.exit(1);
    }
    firstSignalMs = performance.now();
    log.info({ signal }, 'stopping: finishing requests and jobs in progress');
    stop.abort(new StartStopped());
    try {
      await (await starting).close();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      exitWithMessage(error);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return starting;
}
