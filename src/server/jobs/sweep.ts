import type { Logger } from 'pino';

const atOnce = 100;
/** All steps of a sweep fit into the half hour that its job has, however much one of them finds. */
const stepMs = 300_000;
/** So many are asked for by name in the next query. Where more fail it is the storage that is away, not a file. */
const passedOverAtMost = 1_000;
const toldAtMost = 5;

type Options<Row> = {
  log: Logger;
  signal: AbortSignal;
  /** For the log: what could not be swept. */
  what: string;
  /** Those that are due, without the ones that this sweep could do nothing with. */
  find: (passedOver: string[], limit: number) => Promise<Row[]>;
  /** False where it has to stay for now. */
  sweepOne: (row: Row) => Promise<boolean>;
  budgetMs?: number;
};

/** One row that cannot be swept must not keep all that are behind it for ever. Gives how many went. */
export async function sweepEach<Row extends { id: string }>(options: Options<Row>): Promise<number> {
  const { log, signal, what, find, sweepOne, budgetMs = stepMs } = options;
  const until = performance.now() + budgetMs;
  const passedOver: string[] = [];
  let swept = 0;
  let failed = 0;
  for (;;) {
    const rows = await find(passedOver, atOnce);
    for (const row of rows) {
      signal.throwIfAborted();
      try {
        if (await sweepOne(row)) swept += 1;
        else passedOver.push(row.id);
      } catch (error) {
        signal.throwIfAborted();
        passedOver.push(row.id);
        failed += 1;
        if (failed <= toldAtMost) log.warn({ err: error, id: row.id }, `${what} could not be swept`);
      }
    }
    const isAll = rows.length < atOnce;
    if (isAll || passedOver.length >= passedOverAtMost || performance.now() >= until) break;
  }
  if (failed > 0) log.error({ failed, swept }, `some of ${what} could not be swept, and is tried each hour`);
  return swept;
}

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
