import type { Logger } from 'pino';
import { SafeMessageError } from '../errors/safe-message-error.ts';

type Stoppable = { close: () => Promise<void> };

/** Why a start that somebody asked to stop did not go on: no fault, so the process ends well. */
class StartStopped extends SafeMessageError {
  constructor() {
    super('Stopped before it was ready.');
    this.name = 'StartStopped';
  }
}

/** A start that cannot go on says why in one sentence; the stack helps only where the fault is ours. */
export function exitWithMessage(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${sentence}\n`);
  if (error instanceof TypeError || error instanceof ReferenceError) process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof StartStopped ? 0 : 1);
}

/**
 * Left to Node, a fault that nobody caught is written with all that it carries: the answer that could not be read, the
 * row that was refused. The log tells its kind and place.
 */
export function exitOnUncaughtException(log: Logger) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'nobody caught a fault: the process ends');
    process.exit(1);
  });
}

/** `timeout` and `npm start` deliver one request to stop as two signals within milliseconds. */
const sameRequestMs = 2_000;

/**
 * The first signal closes in order, also while the start is still under way: an end there would leave PostgreSQL
 * running. A later signal ends the process at once, for a close that hangs; PostgreSQL may then stay up, and the next
 * start adopts it. A closed terminal (SIGHUP) counts as a signal too: PostgreSQL would outlive it.
 */
export function closeOnSignal<T extends Stoppable>(begin: (signal: AbortSignal) => Promise<T>, log: Logger) {
  const stop = new AbortController();
  let firstSignalMs: number | undefined;
  const starting = begin(stop.signal);
  const onSignal = async (signal: NodeJS.Signals) => {
    if (firstSignalMs !== undefined) {
      if (performance.now() - firstSignalMs < sameRequestMs) return;
      log.warn({ signal }, 'ending at once: what was under way is cut off');
      process.exit(1);
    }
    firstSignalMs = performance.now();
    log.info({ signal }, 'stopping: finishing what is under way');
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
