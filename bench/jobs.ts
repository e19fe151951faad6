/**
 * Measures the throughput of ten thousand empty jobs with one, two and four worker processes. Compares our queue
 * (payload validation, results, shutdown) with pg-boss alone, which runs an empty handler on as many connections.
 *
 *   node bench/jobs.ts [--jobs 10000] [--runs 3] [--tiny]
 */
import { type Comparison, isTiny, readSizes, report, summarise } from './harness.ts';
import { openQueueDatabase, type WorkerKind } from './set-up/queue-database.ts';

const { jobs, runs } = readSizes({ full: { jobs: 10_000, runs: 3 }, tiny: { jobs: 40, runs: 1 } });
const workerCounts = isTiny ? [1, 2] : [1, 2, 4];
const kinds: readonly WorkerKind[] = ['pg-boss', 'ours'];

await using database = await openQueueDatabase();
const speeds = new Map<string, number[]>();
const keyOf = (kind: WorkerKind, workers: number) => `${kind} ${workers}`;
const speedOf = (kind: WorkerKind, workers: number) => summarise(speeds.get(keyOf(kind, workers)) ?? []);

// Alternate between our queue and pg-boss in each round, so that other load on the machine affects both equally.
for (let round = 0; round < runs; round += 1)
  for (const workers of workerCounts)
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      await database.empty();
      await database.put(jobs);
      const speed = jobs / (await database.secondsFor(jobs, { kind, workers }));
      speeds.set(keyOf(kind, workers), [...(speeds.get(keyOf(kind, workers)) ?? []), speed]);
    }

const unit = 'jobs/s';
const processes = (workers: number) => (workers === 1 ? '1 worker' : `${workers} workers`);
const comparedWithPgBoss = workerCounts.map(
  (workers): Comparison => ({
    what: `${jobs} instant jobs, ${processes(workers)}`,
    unit,
    ours: speedOf('ours', workers),
    reference: { what: `pg-boss alone, ${processes(workers)}`, figures: speedOf('pg-boss', workers) },
    goal: { atLeast: 0.6, of: 'ratio' },
  }),
);
const comparedWithOneWorker = workerCounts.slice(1).map(
  (workers): Comparison => ({
    what: `the same, ${processes(workers)} instead of 1`,
    unit,
    ours: speedOf('ours', workers),
    reference: { what: 'with 1 worker', figures: speedOf('ours', 1) },
    goal: { atLeast: 1, of: 'ratio' },
  }),
);
await report(import.meta.filename, [...comparedWithPgBoss, ...comparedWithOneWorker]);
