import type { Logger } from 'pino';

/** By name; a number is how many it swept. */
export type SweepSteps = Readonly<Record<string, () => Promise<unknown>>>;

type Context = { log: Logger; signal: AbortSignal };

/** Each by itself: a step that fails keeps none of those behind it. The first failure is thrown when all had their turn. */
export async function sweepInSteps({ log, signal }: Context, steps: SweepSteps) {
  const swept: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [step, run] of Object.entries(steps)) {
    signal.throwIfAborted();
    try {
      const count = await run();
      if (typeof count === 'number') swept[step] = count;
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error, step }, 'a step of the sweep failed');
      failures.push(error);
    }
  }
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept');
  if (failures.length > 0) throw failures[0];
}
