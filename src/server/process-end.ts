import type { Logger } from 'pino';
import { OwnError } from './own-error.ts';

type Stoppable = { close: () => Promise<void> };

/** Why a start that somebody asked to stop did not go on: no fault, so the process ends well. */
class StartStopped extends OwnError {
  constructor() {
    super('Stopped before it was ready.');
    this.name = 'StartStopped';
  }
}

/** A start that cannot go on says why in one sentence; the stack helps only where the fault is ours. */
export function endWithSentence(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${sentence}\n`);
  if (error instanceof TypeError || error instanceof ReferenceError) process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof StartStopped ? 0 : 1);
}

/**
 * Left to Node, a fault that nobody caught is written with all that it carries: the answer that could not be read, the
 * row that was refused. The log tells its kind and place.
 */
export function endOnUncaught(log: Logger) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'nobody caught a fault: the process ends');
    process.exit(1);
  });
}

/**
 * The first signal closes in order, also one that arrives while the start is still under way: ended there, it
 * would leave the database behind. What the start waits for is waited for no longer. A second signal ends at once,
 * for whoever cannot wait. A closed terminal (SIGHUP) counts as one: PostgreSQL would outlive it.
 */
export function closeOnSignal<T extends Stoppable>(begin: (signal: AbortSignal) => Promise<T>, log: Logger) {
  const stop = new AbortController();
  let closing = false;
  const starting = begin(stop.signal);
  const onSignal = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1);
    closing = true;
    log.info({ signal }, 'stopping: finishing what is under way');
    stop.abort(new StartStopped());
    try {
      await (await starting).close();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      endWithSentence(error);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return starting;
}
