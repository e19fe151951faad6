import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';

const batchSize = 100;
/** Bounds each step, so that all steps of a sweep fit into the half hour of its job. */
const stepMs = 5 * minuteMs;
/** The next query excludes at most this many ids. If more rows fail, the storage is down, not a single file. */
const maxSkipped = 1_000;
const maxLoggedFailures = 5;

type Options<Row> = {
  log: Logger;
  signal: AbortSignal;
  /** Names the rows in the log. */
  rowsName: string;
  /** Reads due rows, except `skipped`: rows that this sweep failed to remove or has to keep. */
  find: (skipped: string[], limit: number) => Promise<Row[]>;
  /** Resolves to false if the row has to stay for now. */
  sweepOne: (row: Row) => Promise<boolean>;
  budgetMs?: number;
};

/** Skips rows that fail, so that they cannot block the rows behind them. Returns the number of swept rows. */
export async function sweepEach<Row extends { id: string }>(options: Options<Row>): Promise<number> {
  const { log, signal, rowsName, find, sweepOne, budgetMs = stepMs } = options;
  const until = performance.now() + budgetMs;
  const skipped: string[] = [];
  let swept = 0;
  let failed = 0;
  for (;;) {
    const rows = await find(skipped, batchSize);
    for (const row of rows) {
      signal.throwIfAborted();
      try {
        if (await sweepOne(row)) swept += 1;
        else skipped.push(row.id);
      } catch (error) {
        signal.throwIfAborted();
        skipped.push(row.id);
        failed += 1;
        if (failed <= maxLoggedFailures)
          log.warn({ err: error, id: row.id }, `${rowsName} could not be swept`);
      }
    }
    const isAll = rows.length < batchSize;
    if (isAll || skipped.length >= maxSkipped || performance.now() >= until) break;
  }
  if (failed > 0)
    log.error({ failed, swept }, `some of ${rowsName} could not be swept; the next hourly sweep retries`);
  return swept;
}

/** Steps by name; a step may return how many rows it swept. */
type SweepSteps = Readonly<Record<string, () => Promise<unknown>>>;

type Context = { log: Logger; signal: AbortSignal };

/** Runs every step even if an earlier one fails, and then throws the first failure. */
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
