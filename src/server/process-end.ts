import type { Logger } from 'pino';

type Stoppable = { close: () => Promise<void> };

/** A start that cannot go on says why in one sentence; the stack helps only where the fault is ours. */
export function endWithSentence(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${sentence}\n`);
  if (error instanceof TypeError || error instanceof ReferenceError) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

/**
 * The first signal closes in order, also one that arrives while the start is still under way: ended there, it
 * would leave the database behind. A second one ends at once, for whoever cannot wait.
 */
export function closeOnSignal(starting: Promise<Stoppable>, log: Logger) {
  let closing = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1);
    closing = true;
    log.info({ signal }, 'stopping: finishing what is under way');
    try {
      await (await starting).close();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      endWithSentence(error);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
